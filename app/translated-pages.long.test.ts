/**
 * A browser that translates a page wraps each text in elements of its own. React then fails when it
 * removes such a text from its parent, or inserts an element before it.
 */
import { relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = process.cwd();

/** The components, with the types of what they show. */
function readProgram(): ts.Program {
  const { config } = ts.readConfigFile('tsconfig.json', ts.sys.readFile) as { config: object };
  const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  return ts.createProgram(
    fileNames.filter((file) => /^(?:app|components)\/.*\.tsx$/.test(relative(ROOT, file))),
    options,
  );
}

interface Child {
  isText: boolean;
  /** Whether the child may be absent, or any number of elements. */
  comesAndGoes: boolean;
}

const TEXTS = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike;

/** Whether React renders no text for the type, as for `node && <p>{node}</p>` without a node. */
const isEmptyText = (type: ts.Type) =>
  (type.isStringLiteral() && type.value === '') ||
  (type.isNumberLiteral() && type.value === 0) ||
  (type.flags & ts.TypeFlags.BigIntLiteral) !== 0;

function childOfType(type: ts.Type, checker: ts.TypeChecker): Child {
  const types = type.isUnion() ? type.types : [type];
  const isText = types.some((one) => (one.flags & TEXTS) !== 0 && !isEmptyText(one));
  const isElement = types.some((one) => (one.flags & (TEXTS | NOTHING)) === 0);
  const comesAndGoes =
    (isText && isElement) ||
    types.some((one) => (one.flags & NOTHING) !== 0 || isEmptyText(one)) ||
    types.some((one) => checker.isArrayType(one));
  return { isText, comesAndGoes };
}

/** Whether the type is any node. The component that passes the node is checked instead. */
const isAnyNode = (type: ts.Type, checker: ts.TypeChecker) =>
  checker.typeToString(type).includes('ReactNode');

/** Whether one of the texts of an expression may be empty, which React leaves out and the type does not say. */
const mayBeEmpty = (expression: ts.Expression) =>
  ts.isConditionalExpression(expression) &&
  [expression.whenTrue, expression.whenFalse].some(
    (text) => ts.isStringLiteral(text) && text.text === '',
  );

function childOf(child: ts.JsxChild, checker: ts.TypeChecker): Child | null {
  if (ts.isJsxText(child)) {
    return child.containsOnlyTriviaWhiteSpaces ? null : { isText: true, comesAndGoes: false };
  }
  if (!ts.isJsxExpression(child)) return { isText: false, comesAndGoes: false };
  if (child.expression === undefined) return null;
  const type = checker.getTypeAtLocation(child.expression);
  if (isAnyNode(type, checker)) return { isText: false, comesAndGoes: false };
  if (mayBeEmpty(child.expression)) return { isText: true, comesAndGoes: true };
  return childOfType(type, checker);
}

/** Whether React would miss one of the texts in a translated page. */
function isFragile(children: readonly Child[]): boolean {
  if (children.length < 2) return false;
  return children.some(({ isText, comesAndGoes }, index) => {
    const next = children.slice(index + 1).find((later) => later.isText || !later.comesAndGoes);
    return comesAndGoes && (isText || next?.isText === true);
  });
}

/** Whether a fragment is optional. Its texts are among the siblings of the fragment. */
const isOptionalFragment = (node: ts.Node): boolean => {
  const { parent } = node;
  if (ts.isParenthesizedExpression(parent)) return isOptionalFragment(parent);
  const isChoice = ts.isConditionalExpression(parent) || ts.isBinaryExpression(parent);
  return isChoice && ts.isJsxExpression(parent.parent) && !ts.isJsxAttribute(parent.parent.parent);
};

const hasSiblings = ({ children }: ts.JsxElement | ts.JsxFragment) =>
  children.filter((child) => !ts.isJsxText(child) || !child.containsOnlyTriviaWhiteSpaces).length >
  1;

function fragilePlaces(file: ts.SourceFile, checker: ts.TypeChecker): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node) => {
    const isOptional = ts.isJsxFragment(node) && isOptionalFragment(node);
    // An only child is found without its type, which takes long to compute.
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && (isOptional || hasSiblings(node))) {
      const children = node.children.flatMap((child) => childOf(child, checker) ?? []);
      if (isFragile(children) || (isOptional && children.some(({ isText }) => isText))) {
        const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
        found.push(`${relative(ROOT, file.fileName)}:${line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

test('optional text beside other texts, and text after an optional part, has an element', () => {
  const program = readProgram();
  const roots = new Set(program.getRootFileNames());
  const files = program.getSourceFiles().filter(({ fileName }) => roots.has(fileName));
  expect(files.length).toBeGreaterThan(100);
  const checker = program.getTypeChecker();
  expect(files.flatMap((file) => fragilePlaces(file, checker))).toEqual([]);
}, 300_000);
