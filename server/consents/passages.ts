import type { AgreementVersionDiff } from '#contract/calls/consents.ts'

type Line = AgreementVersionDiff['lines'][number]

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const plain = (html: string): string =>
  html
    .replace(/<\/t[hd]>/g, ' · ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(#x?[0-9a-f]+|[a-z]+);/gi, (whole, name: string) => {
      if (!name.startsWith('#')) return named[name.toLowerCase()] ?? whole
      return String.fromCodePoint(name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1)))
    })
    .replace(/\s+/g, ' ')
    .replace(/( ·)+ *$/, '')
    .trim()

/** A text that was cleaned when it was stored, as its passages: a heading, a paragraph, a point of a list, a row of a table. */
export const splitAgreementPassages = (html: string): string[] =>
  html
    .split(/<\/(?:h2|h3|p|li|tr|blockquote)>|<br\s*\/?>|<(?:ul|ol)>/)
    .map(plain)
    .filter((text) => text !== '')

/** What is the same, taken away and new, in reading order: the longest run of passages that both have is the same. */
export function diffAgreementPassages(before: readonly string[], after: readonly string[]): Line[] {
  // longest[i][j]: how many passages the rest of both, from i and from j, have in common.
  const longest = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1))
  const of = (i: number, j: number): number => longest[i]?.[j] ?? 0
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i]![j] = before[i] === after[j] ? of(i + 1, j + 1) + 1 : Math.max(of(i + 1, j), of(i, j + 1))
  const lines: Line[] = []
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const [old, young] = [before[i], after[j]]
    if (old !== undefined && old === young) {
      lines.push({ change: 'same', text: old })
      i++
      j++
    } else if (old !== undefined && (young === undefined || of(i + 1, j) >= of(i, j + 1))) {
      lines.push({ change: 'removed', text: old })
      i++
    } else if (young !== undefined) {
      lines.push({ change: 'added', text: young })
      j++
    }
  }
  return lines
}
