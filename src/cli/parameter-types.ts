// What the types of parameters say about inputs, as far as syntax alone shows: numbers, arrays and typed arrays of numbers,
// tuples, records, interfaces and aliases of the same file, booleans, literals, unions, functions of numbers.

import type { ast } from "../front/index.ts";

/** The kinds of values that a parameter takes. */
export type Shape =
  | { readonly kind: "number" | "boolean" }
  | { readonly kind: "constant"; readonly value: string | number | boolean | null | undefined }
  | { readonly kind: "list"; readonly of: Shape; readonly stored: "Array" | "Float64Array" | "Float32Array" }
  | { readonly kind: "tuple"; readonly items: readonly Shape[] }
  | { readonly kind: "record"; readonly fields: readonly (readonly [name: string, shape: Shape])[] }
  | { readonly kind: "either"; readonly of: readonly Shape[] }
  | { readonly kind: "function"; readonly arity: number };

export interface Parameter {
  /** The name, or the position if the parameter is a pattern. */
  readonly name: string;
  /** The type as written. */
  readonly text: string;
  readonly shape: Shape;
}

/** Why no inputs can be derived from a type. */
export class NotDerivable extends Error {}

/** Types that a file declares, by name. */
export type Declared = ReadonlyMap<string, ast.TSTypeAliasDeclaration | ast.TSInterfaceDeclaration>;

export function declaredTypes({ body }: ast.Program): Declared {
  const types = new Map<string, ast.TSTypeAliasDeclaration | ast.TSInterfaceDeclaration>();
  for (const statement of body) {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type === "TSTypeAliasDeclaration" || declaration?.type === "TSInterfaceDeclaration") {
      types.set(declaration.id.name, declaration);
    }
  }
  return types;
}

const number: Shape = { kind: "number" };

/** The description of a parameter; throws `NotDerivable`. */
export function parameterOf(param: ast.ParamPattern, index: number, code: string, declared: Declared): Parameter {
  if (param.type === "RestElement") throw new NotDerivable("a rest parameter");
  if (param.type === "TSParameterProperty") throw new NotDerivable("a parameter property");
  const target = param.type === "AssignmentPattern" ? param.left : param;
  const name = target.type === "Identifier" ? target.name : `argument ${index}`;
  const type = target.typeAnnotation?.typeAnnotation;
  if (type === undefined) {
    const value = param.type === "AssignmentPattern" ? param.right : null;
    if (value?.type === "Literal" && typeof value.value === "number") return { name, text: "number", shape: number };
    throw new NotDerivable(`the parameter \`${name}\`, which has no type`);
  }
  return { name, text: textOf(type, code), shape: shapeOf(type, { code, declared, open: new Set() }) };
}

const textOf = ({ start, end }: { readonly start: number; readonly end: number }, code: string): string =>
  code.slice(start, end).replace(/\s+/g, " ");

interface Reading {
  readonly code: string;
  readonly declared: Declared;
  /** Types that are being read: a type that contains itself would not end. */
  readonly open: ReadonlySet<string>;
}

const keywords: { readonly [type: string]: Shape | undefined } = {
  TSNumberKeyword: number,
  TSBooleanKeyword: { kind: "boolean" },
  TSNullKeyword: { kind: "constant", value: null },
  TSUndefinedKeyword: { kind: "constant", value: undefined },
};

function shapeOf(type: ast.TSType, reading: Reading): Shape {
  const keyword = keywords[type.type];
  if (keyword !== undefined) return keyword;
  switch (type.type) {
    case "TSParenthesizedType":
      return shapeOf(type.typeAnnotation, reading);
    case "TSTypeOperator":
      if (type.operator === "readonly") return shapeOf(type.typeAnnotation, reading);
      break;
    case "TSArrayType":
      return { kind: "list", of: shapeOf(type.elementType, reading), stored: "Array" };
    case "TSTupleType":
      return { kind: "tuple", items: type.elementTypes.map((element) => elementShape(element, reading)) };
    case "TSTypeLiteral":
      return { kind: "record", fields: fieldsOf(type.members, reading) };
    case "TSUnionType":
      return { kind: "either", of: type.types.map((option) => shapeOf(option, reading)) };
    case "TSLiteralType":
      if (type.literal.type === "Literal" && ["string", "number", "boolean"].includes(typeof type.literal.value)) {
        return { kind: "constant", value: type.literal.value as string | number | boolean };
      }
      break;
    case "TSFunctionType":
      return functionShape(type, reading);
    case "TSTypeReference":
      return referenceShape(type, reading);
    default:
  }
  throw new NotDerivable(`the type \`${textOf(type, reading.code)}\``);
}

function elementShape(element: ast.TSTupleElement, reading: Reading): Shape {
  if (element.type === "TSNamedTupleMember") return elementShape(element.elementType, reading);
  if (element.type === "TSOptionalType" || element.type === "TSRestType") {
    throw new NotDerivable(`the tuple element \`${textOf(element, reading.code)}\``);
  }
  return shapeOf(element, reading);
}

function fieldsOf(members: readonly ast.TSSignature[], reading: Reading): readonly (readonly [string, Shape])[] {
  return members.map((member) => {
    if (member.type !== "TSPropertySignature" || member.computed || member.typeAnnotation === null) {
      throw new NotDerivable(`the member \`${textOf(member, reading.code)}\``);
    }
    const name =
      member.key.type === "Identifier"
        ? member.key.name
        : member.key.type === "Literal"
          ? String(member.key.value)
          : null;
    if (name === null) throw new NotDerivable(`the member \`${textOf(member, reading.code)}\``);
    return [name, shapeOf(member.typeAnnotation.typeAnnotation, reading)];
  });
}

/** Functions from numbers to a number. */
function functionShape(type: ast.TSFunctionType, { code }: Reading): Shape {
  const isNumber = (annotation: ast.TSTypeAnnotation | null | undefined): boolean =>
    annotation?.typeAnnotation.type === "TSNumberKeyword";
  const isSimple = type.params.every((param) => param.type === "Identifier" && isNumber(param.typeAnnotation));
  if (isSimple && isNumber(type.returnType) && type.params.length > 0) {
    return { kind: "function", arity: type.params.length };
  }
  throw new NotDerivable(`the type \`${textOf(type, code)}\``);
}

function referenceShape(type: ast.TSTypeReference, reading: Reading): Shape {
  const { code, declared, open } = reading;
  const name = type.typeName.type === "Identifier" ? type.typeName.name : "";
  const [argument] = type.typeArguments?.params ?? [];
  if (name === "Float64Array" || name === "Float32Array") return { kind: "list", of: number, stored: name };
  if ((name === "Array" || name === "ReadonlyArray") && argument !== undefined) {
    return { kind: "list", of: shapeOf(argument, reading), stored: "Array" };
  }
  if (name === "Readonly" && argument !== undefined) return shapeOf(argument, reading);
  const declaration = declared.get(name);
  if (declaration === undefined || declaration.typeParameters != null || open.has(name)) {
    throw new NotDerivable(`the type \`${textOf(type, code)}\``);
  }
  const inside = { ...reading, open: new Set([...open, name]) };
  if (declaration.type === "TSTypeAliasDeclaration") return shapeOf(declaration.typeAnnotation, inside);
  if (declaration.extends.length > 0) throw new NotDerivable(`the type \`${name}\`, which extends another`);
  return { kind: "record", fields: fieldsOf(declaration.body.body, inside) };
}
