import { type ESTree, parseSync, Visitor } from 'rolldown/utils'
import type { Figure, Source } from './figure.ts'

interface Place {
  at: string
  lines: number
}

interface Counted {
  /** Every function that has a name: declared, bound to a constant or a property, or a method. A callback counts with what it stands in. */
  functions: Place[]
  /** `as never`, `as unknown as …`: where the compiler is told rather than asked. */
  casts: string[]
}

const isFunction = (node: { type: string } | null): boolean =>
  node?.type === 'FunctionExpression' || node?.type === 'ArrowFunctionExpression'

/** `as never` without a value of a wider type is how the standard says "none of these"; both forms silence the compiler. */
function isCast({ typeAnnotation, expression }: ESTree.TSAsExpression): boolean {
  if (typeAnnotation.type === 'TSNeverKeyword') return true
  return expression.type === 'TSAsExpression' && expression.typeAnnotation.type === 'TSUnknownKeyword'
}

/** The line that a place in a text is in. */
function lineNumbers(text: string): (offset: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index)
  return (offset) => {
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ends[middle] as number) < offset) low = middle + 1
      else high = middle
    }
    return low + 1
  }
}

function count({ file, text }: Source): Counted {
  const { program, errors } = parseSync(file, text)
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`)
  const counted: Counted = { functions: [], casts: [] }
  const lineOf = lineNumbers(text)
  const at = ({ start }: { start: number }): string => `${file}:${lineOf(start)}`
  const add = (node: { type: string; start: number; end: number } | null): void => {
    if (node) counted.functions.push({ at: at(node), lines: lineOf(node.end) - lineOf(node.start) + 1 })
  }
  const addIf = (node: { type: string; start: number; end: number } | null): void => add(isFunction(node) ? node : null)
  new Visitor({
    FunctionDeclaration: add,
    VariableDeclarator: ({ init }) => addIf(init),
    Property: ({ value }) => addIf(value),
    PropertyDefinition: ({ value }) => addIf(value),
    MethodDefinition: ({ value }) => addIf(value),
    TSAsExpression: (node) => void (isCast(node) && counted.casts.push(at(node))),
  }).visit(program)
  return counted
}

/** How long functions are, and how often the compiler is overruled. */
export function codeFigures(sources: readonly Source[]): Figure[] {
  const counted = sources.map(count)
  const functions = counted.flatMap((file) => file.functions).sort((a, b) => b.lines - a.lines)
  const over = (lines: number): string[] => functions.filter((file) => file.lines > lines).map((file) => `${file.at} (${file.lines} lines)`)
  const casts = counted.flatMap((file) => file.casts)
  const share = (100 * over(70).length) / Math.max(functions.length, 1)
  return [
    { what: 'Functions over 70 lines', value: Math.round(share * 100) / 100, limit: 0.8, unit: '%', found: over(70) },
    { what: 'Functions over 120 lines', value: over(120).length, limit: 0, found: over(120) },
    { what: 'as never, as unknown as', value: casts.length, limit: 5, found: casts },
  ]
}
