// Mutation operators: what can be wrong with a line of the compiler, as edits of its text.
//
// An operator looks at one node and says which edits make a fault of it. Each edit gives a program that still parses;
// whether it still means the same is for the laws to find out. Operators know the vocabulary of the transforms (`emit`,
// `rule`, `add`, …), so that a fault is a wrong derivative or a wrong pass more often than a crash.

import { commutes, emitted, neighbours, otherOperand } from "./vocabulary.ts";
import { calledName, child, children, nameOf, stringOf, type Node } from "./syntax.ts";

export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface Place {
  readonly node: Node;
  /** Nearest first. */
  readonly ancestors: readonly Node[];
  /** The text of a node. */
  readonly textOf: (node: Node) => string;
}

export interface Operator {
  readonly name: string;
  readonly edits: (place: Place) => readonly Edit[];
}

const replaced = ({ start, end }: Node, text: string): Edit => ({ start, end, text });

/** Edits that put two nodes in each other's place. */
const swapped = ({ textOf }: Place, a: Node, b: Node): Edit => {
  const between = textOf({ type: "", start: a.end, end: b.start });
  return { start: a.start, end: b.end, text: `${textOf(b)}${between}${textOf(a)}` };
};

/** Whether a node is the right side of `??`. */
const isDefault = (node: Node, parent: Node | undefined): boolean =>
  parent?.type === "LogicalExpression" && parent["operator"] === "??" && child(parent, "right") === node;

const isLiteral = (node: Node): boolean => node.type === "Literal";

/** What takes the formulas of a rule. */
const takesFormulas: ReadonlySet<string> = new Set(["rule", "by", "over"]);

const isRule = (node: Node): boolean => node.type === "CallExpression" && nameOf(child(node, "callee")) === "rule";

const wrongSign: Operator = {
  name: "wrong sign",
  edits: (place) => {
    const { node, ancestors, textOf } = place;
    const [parent] = ancestors;
    const made = emitted(node);
    const [operand] = made?.operands ?? [];
    if (made?.prim === "neg" && operand !== undefined) return [replaced(node, textOf(operand))];
    if (node.type === "UnaryExpression" && node["operator"] === "-" && !isDefault(node, parent)) {
      return [replaced(node, textOf(child(node, "argument") as Node))];
    }
    if (parent?.type === "CallExpression" && takesFormulas.has(nameOf(child(parent, "callee")))) {
      if (textOf(node) === "1") return [replaced(node, "-1")];
      if (node.type === "ArrowFunctionExpression") {
        const body = child(node, "body") as Node;
        return body.type === "BlockStatement" ? [] : [replaced(body, `s.emit("neg", ${textOf(body)})`)];
      }
    }
    return [];
  },
};

const otherPrimitive: Operator = {
  name: "other primitive",
  edits: ({ node }) => {
    const made = emitted(node);
    const other = made === null ? undefined : neighbours[made.prim];
    return made === null || other === undefined ? [] : [replaced(made.name, `"${other}"`)];
  },
};

const swappedOperands: Operator = {
  name: "swapped operands",
  edits: (place) => {
    const { node, ancestors } = place;
    const made = emitted(node);
    if (made !== null) {
      const { prim, operands } = made;
      return commutes.has(prim) ? [] : operands.slice(1).map((b, i) => swapped(place, operands[i] as Node, b));
    }
    if (node.type === "BinaryExpression" && ["-", "/"].includes(node["operator"] as string)) {
      return [swapped(place, child(node, "left") as Node, child(node, "right") as Node)];
    }
    if (node.type === "Identifier") {
      const other = otherOperand[nameOf(node)];
      const [parent] = ancestors;
      // These fire for a zero alone, and the other operand is an index.
      if (parent !== undefined && place.textOf(parent) === "when(firstIsZero, toZero)") return [];
      const isUse =
        (parent?.type === "CallExpression" && child(parent, "callee") !== node) ||
        parent?.type === "ArrayExpression" ||
        (parent?.type === "MemberExpression" && child(parent, "property") === node);
      return other !== undefined && isUse ? [replaced(node, other)] : [];
    }
    if (
      node.type === "CallExpression" &&
      !["prim", "emit", "closure", "rule", "when", "is", "sameOperand"].includes(calledName(node))
    ) {
      const given = children(node, "arguments").slice(0, 2);
      const [a, b] = given;
      const areSimple = given.every(({ type }) => type === "Identifier" || type === "MemberExpression");
      return a !== undefined && b !== undefined && areSimple ? [swapped(place, a, b)] : [];
    }
    return [];
  },
};

const droppedStatement: Operator = {
  name: "dropped statement",
  edits: ({ node, textOf }) => {
    if (node.type !== "ExpressionStatement") return [];
    const expression = child(node, "expression");
    // How deep a search may go is a matter of speed.
    if (textOf(node).includes("#depth")) return [];
    const isEffect = ["CallExpression", "AssignmentExpression", "UpdateExpression"].includes(expression?.type ?? "");
    return isEffect ? [replaced(node, ";")] : [];
  },
};

const hasThrow = (text: string): boolean => /\bthrow\b/.test(text);

const droppedGuard: Operator = {
  name: "dropped guard",
  edits: ({ node, textOf }) => {
    if (node.type === "IfStatement" && child(node, "alternate") === null && !hasThrow(textOf(node))) {
      return leaves(node, textOf) ? [replaced(node, ";")] : [replaced(child(node, "test") as Node, "true")];
    }
    return [];
  },
};

const negatedCondition: Operator = {
  name: "negated condition",
  edits: ({ node, textOf }) => {
    if (node.type !== "IfStatement" && node.type !== "ConditionalExpression") return [];
    const test = child(node, "test") as Node;
    return hasThrow(textOf(node)) ? [] : [replaced(test, `!(${textOf(test)})`)];
  },
};

const leaves = (node: Node, textOf: Place["textOf"]): boolean =>
  /^\{?\s*(return|continue|break)\b/.test(textOf(child(node, "consequent") as Node));

/**
 * Whether a part less of this condition lets more through. What is asked with `&&` before something is done, or with `||`
 * before it is left alone, is a condition of correctness; the other way round it mostly saves time.
 */
function isGuard({ node, ancestors, textOf }: Place): boolean {
  if (node.type !== "LogicalExpression" || node["operator"] === "??") return false;
  const around = ancestors.find(
    ({ type }) => type === "IfStatement" || type.endsWith("Function") || type.endsWith("FunctionExpression"),
  );
  const isInTest = around?.type === "IfStatement" && (child(around, "test") as Node).end >= node.end;
  return (node["operator"] === "||") === (isInTest && leaves(around, textOf));
}

const droppedCondition: Operator = {
  name: "dropped condition",
  edits: (place) => {
    const { node, textOf } = place;
    if (!isGuard(place)) return [];
    const [left, right] = [child(node, "left") as Node, child(node, "right") as Node];
    return [replaced(node, textOf(left)), replaced(node, `(${textOf(right)})`)];
  },
};

const otherArithmetic: Readonly<Record<string, string>> = { "+": "-", "-": "+", "*": "+", "/": "*", "%": "*" };

/** In the prelude, which computes itself; a sum of texts is none. */
const otherOperator: Operator = {
  name: "other operator",
  edits: ({ node, ancestors: [parent], textOf }) => {
    const other = otherArithmetic[node["operator"] as string];
    if (node.type !== "BinaryExpression" || other === undefined || parent?.type === "TemplateLiteral") return [];
    const [left, right] = [child(node, "left") as Node, child(node, "right") as Node];
    const isText = [left, right].some((side) => side.type === "TemplateLiteral" || stringOf(side) !== null);
    return isText ? [] : [replaced(node, `${textOf(left)} ${other} (${textOf(right)})`)];
  },
};

const otherConnective: Operator = {
  name: "other connective",
  edits: (place) => {
    const { node, textOf } = place;
    if (!isGuard(place)) return [];
    const [left, right] = [child(node, "left") as Node, child(node, "right") as Node];
    const other = node["operator"] === "&&" ? "||" : "&&";
    return [replaced(node, `((${textOf(left)}) ${other} (${textOf(right)}))`)];
  },
};

const otherComparisons: Readonly<Record<string, string>> = {
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "===": "!==",
  "!==": "===",
};

const otherComparison: Operator = {
  name: "other comparison",
  edits: ({ node, textOf }) => {
    const other = otherComparisons[node["operator"] as string];
    if (node.type !== "BinaryExpression" || other === undefined) return [];
    const [left, right] = [child(node, "left") as Node, child(node, "right") as Node];
    return [replaced(node, `${textOf(left)} ${other} ${textOf(right)}`)];
  },
};

const offByOne: Operator = {
  name: "off by one",
  edits: ({ node, ancestors }) => {
    const [parent] = ancestors;
    // Powers are limits; after a minus the sign is what can be wrong; defaults stand mostly where a type asks for one.
    const isNone =
      (parent?.type === "BinaryExpression" && parent["operator"] === "**") ||
      parent?.type === "UnaryExpression" ||
      isDefault(node, parent);
    if (node.type !== "Literal" || typeof node["value"] !== "number" || isNone) return [];
    return [replaced(node, String(node["value"] === 1 ? 0 : node["value"] + 1))];
  },
};

const droppedCase: Operator = {
  name: "dropped case",
  edits: ({ node, textOf }) => {
    if (node.type === "ConditionalExpression") {
      return ["consequent", "alternate"].map((kept) => replaced(node, `(${textOf(child(node, kept) as Node)})`));
    }
    if (node.type === "LogicalExpression" && node["operator"] === "??") {
      return [replaced(node, textOf(child(node, "right") as Node))];
    }
    if (node.type === "SwitchCase" && child(node, "test") !== null && children(node, "consequent").length > 0) {
      return [replaced(node, "")];
    }
    return [];
  },
};

const droppedElement: Operator = {
  name: "dropped element",
  edits: ({ node, ancestors, textOf }) => {
    if (node.type !== "ArrayExpression") return [];
    const elements = children(node, "elements");
    const [parent] = ancestors;
    // Pairs of keys and values lose no half.
    const isPair = parent?.type === "ArrayExpression" || ancestors.some(({ type }) => type === "TSAsExpression");
    const call = parent?.type === "CallExpression" ? calledName(parent) : "";
    // A pass with an equation less does less, nothing wrong.
    const areEquations = elements.some(
      (element) => element.type === "ArrowFunctionExpression" || calledName(element) === "when",
    );
    if (elements.length === 0 || isPair || areEquations || call === "prim") return [];
    return elements.map((dropped) => {
      const left = elements.filter((element) => element !== dropped);
      return replaced(node, `[${left.map(textOf).join(", ")}]`);
    });
  },
};

const flippedBoolean: Operator = {
  name: "flipped boolean",
  edits: ({ node, ancestors: [parent] }) =>
    isLiteral(node) && typeof node["value"] === "boolean" && !isDefault(node, parent)
      ? [replaced(node, String(!node["value"]))]
      : [],
};

const otherTableEntry: Operator = {
  name: "other table entry",
  edits: ({ node, textOf }) => {
    const value = node.type === "Property" ? child(node, "value") : null;
    if (value === null || node["shorthand"] === true) return [];
    if (nameOf(value) === "structural" || isRule(value)) return [replaced(value, "none")];
    const isPicking = /^\(args\) => args\b/.test(textOf(value));
    if (!isPicking) return [];
    return textOf(value) === "(args) => args"
      ? [replaced(value, "() => []"), replaced(value, "(args) => args.slice(1)")]
      : [replaced(value, "() => []")];
  },
};

const reversedOrder: Operator = {
  name: "reversed order",
  edits: ({ node, textOf }) => {
    const text = textOf(node);
    if (node.type === "ForStatement") {
      const down = /^for \(let (\w+) = ([\w.]+) - 1; \w+ >= (\d+); \w+--\)/.exec(text);
      if (down !== null) {
        const [head = "", i = "", n = "", end = ""] = down;
        return [
          { start: node.start, end: node.start + head.length, text: `for (let ${i} = ${end}; ${i} < ${n}; ${i}++)` },
        ];
      }
    }
    const callee = child(node, "callee");
    if (callee?.type === "MemberExpression" && calledName(node) === "push") {
      // The order of work to do is free.
      const isWork = ["work", "run", "result"].includes(nameOf(child(callee, "object")));
      return isWork ? [] : [replaced(child(callee, "property") as Node, "unshift")];
    }
    return [];
  },
};

const droppedSelection: Operator = {
  name: "dropped selection",
  edits: ({ node, textOf }) => {
    if (node.type !== "CallExpression") return [];
    const callee = child(node, "callee") as Node;
    if (callee.type !== "MemberExpression") return [];
    const [object, property] = [child(callee, "object") as Node, child(callee, "property") as Node];
    const name = nameOf(property);
    if (["filter", "slice"].includes(name)) return [replaced(node, textOf(object))];
    if (name === "some" || name === "every") return [replaced(property, name === "some" ? "every" : "some")];
    return [];
  },
};

/** What rows of the table of primitives say of an operand, beside that its value is asked for. */
const effectsOnOperands: ReadonlySet<string> = new Set([
  "read",
  "written",
  "changed",
  "assumed",
  "passed",
  "summed",
  "inDerivatives",
  "storedInFirst",
  "storedInFresh",
  "shadowed",
  "leaked",
]);

const hiddenEffect: Operator = {
  name: "hidden effect",
  edits: ({ node, ancestors: [list, call] }) => {
    const name = node.type === "CallExpression" ? calledName(node) : nameOf(node);
    const isOperand =
      list?.type === "ArrayExpression" && call?.type === "CallExpression" && calledName(call) === "effects";
    return isOperand && effectsOnOperands.has(name) ? [replaced(node, "asked")] : [];
  },
};

/** All operators, in the order of the report. */
export const operators: readonly Operator[] = [
  wrongSign,
  otherPrimitive,
  otherOperator,
  swappedOperands,
  droppedStatement,
  droppedGuard,
  negatedCondition,
  droppedCondition,
  otherConnective,
  otherComparison,
  offByOne,
  droppedCase,
  droppedElement,
  flippedBoolean,
  otherTableEntry,
  reversedOrder,
  droppedSelection,
  hiddenEffect,
];
