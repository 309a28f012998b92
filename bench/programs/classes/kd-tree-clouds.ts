// How far two clouds of points are apart, by the nearest neighbour of each point in a k-d tree of the other cloud, which is
// turned and shifted first.

import type { Program } from "../program.ts";

type Point = [number, number];

class KdNode {
  readonly point: Point;
  readonly axis: 0 | 1;
  left: KdNode | null = null;
  right: KdNode | null = null;

  constructor(point: Point, axis: 0 | 1) {
    this.point = point;
    this.axis = axis;
  }

  squaredDistance(to: Point): number {
    return (this.point[0] - to[0]) ** 2 + (this.point[1] - to[1]) ** 2;
  }
}

class KdTree {
  private readonly root: KdNode | null;
  size = 0;

  constructor(points: readonly Point[]) {
    this.root = this.build([...points], 0);
  }

  private build(points: Point[], axis: 0 | 1): KdNode | null {
    if (points.length === 0) return null;
    points.sort((p, q) => p[axis] - q[axis]);
    const middle = points.length >> 1;
    const node = new KdNode(points[middle]!, axis);
    this.size++;
    const other = axis === 0 ? 1 : 0;
    node.left = this.build(points.slice(0, middle), other);
    node.right = this.build(points.slice(middle + 1), other);
    return node;
  }

  nearest(to: Point): { node: KdNode; distance: number } {
    if (this.root === null) throw new Error("the tree is empty");
    let best = { node: this.root, distance: Infinity };
    const visit = (node: KdNode | null): void => {
      if (node === null) return;
      const distance = node.squaredDistance(to);
      if (distance < best.distance) best = { node, distance };
      const ahead = to[node.axis] - node.point[node.axis];
      const [near, far] = ahead < 0 ? [node.left, node.right] : [node.right, node.left];
      visit(near);
      if (ahead * ahead < best.distance) visit(far);
    };
    visit(this.root);
    return best;
  }
}

interface Pose {
  angle: number;
  shift: Point;
  scale: number;
}

function chamfer(pose: Pose, fixed: Point[], moving: Point[]): number {
  const c = pose.scale * Math.cos(pose.angle);
  const s = pose.scale * Math.sin(pose.angle);
  const moved = moving.map(([x, y]): Point => [c * x - s * y + pose.shift[0], s * x + c * y + pose.shift[1]]);
  const mean = (tree: KdTree, points: Point[]): number =>
    points.reduce((sum, p) => sum + tree.nearest(p).distance, 0) / tree.size;
  return mean(new KdTree(fixed), moved) + mean(new KdTree(moved), fixed);
}

export const program: Program = {
  f: chamfer,
  inputs: (n) => {
    const fixed = Array.from({ length: n }, (_, i): Point => [Math.sin(3 * i + 1), Math.cos(5 * i * i) * 0.8]);
    return [
      { angle: 0.1, shift: [0.05, -0.08], scale: 1.02 },
      fixed,
      fixed.map(([x, y], i): Point => [x + 0.05 * Math.sin(17 * i), y + 0.05 * Math.cos(23 * i)]),
    ];
  },
  sizes: [12, 100],
  derivatives: ["valueAndGrad"],
};
