import { parse } from 'postcss'
import type { Figure, Source } from './figure.ts'

/** What each rule says, whatever the order of its lines; a single line is no body. */
function bodiesOf({ file, text }: Source): string[] {
  const bodies: string[] = []
  parse(text, { from: file }).walkRules(({ nodes }) => {
    const lines = nodes.flatMap((node) => (node.type === 'decl' ? [`${node.prop}: ${node.value.replace(/\s+/g, ' ')}`] : []))
    if (lines.length > 1) bodies.push(lines.sort().join('; '))
  })
  return bodies
}

/** Bodies of rules that stand in two or more files: an idea of the looks that has no home. */
export function styleFigures(styles: readonly Source[]): Figure[] {
  const files = new Map<string, Set<string>>()
  for (const source of styles) for (const body of bodiesOf(source)) files.set(body, (files.get(body) ?? new Set()).add(source.file))
  const repeated = [...files].filter(([, where]) => where.size > 1).sort(([, a], [, b]) => b.size - a.size)
  return [
    {
      what: 'CSS bodies in two or more files',
      value: repeated.length,
      limit: 40,
      found: repeated.map(([body, where]) => `${where.size} × { ${body} }`),
    },
  ]
}
