import { describe, expect, it } from 'vitest'
import { compareWithLimit } from '../figures/check.ts'
import { codeFigures } from '../figures/code.ts'
import type { Figure, Source } from '../figures/figure.ts'
import { fileFigures } from '../figures/files.ts'
import { languageFigure, marketFigure } from '../figures/places.ts'
import { styleFigures } from '../figures/styles.ts'
import { circlesIn, upwardImports } from './arrows.ts'

const ts = (text: string, file = 'src/a.ts'): Source => ({ file, text })
const lines = (count: number): string => 'x()\n'.repeat(count)
const valueOf = (figures: readonly Figure[], what: RegExp): number | undefined => figures.find((figure) => what.test(figure.what))?.value

describe('the figures of the sources', () => {
  it('count a function by its lines, and none of its callbacks by itself', () => {
    const long = [ts(`function a() {\n${lines(69)}}`), ts(`const b = () => {\nrun(() => {\n${lines(67)}})\n}`)]
    expect(valueOf(codeFigures(long), /over 70/)).toBe(100)
    expect(valueOf(codeFigures([ts(`function a() {\n${lines(68)}}`)]), /over 70/)).toBe(0)
    expect(valueOf(codeFigures([...long, ts('class A { m() {} }\nconst o = { f: () => 1, g() {} }')]), /over 70/)).toBe(40)
    expect(valueOf(codeFigures([ts(`const o = {\nf() {\n${lines(119)}},\n}`)]), /over 120/)).toBe(1)
    expect(valueOf(codeFigures([ts(`const o = {\nf() {\n${lines(118)}},\n}`)]), /over 120/)).toBe(0)
  })

  it('count casts that overrule the compiler, in code alone', () => {
    const text = "// as never\nconst a = b as never, c = d as unknown as string, e = 'as never', f = g as unknown, h = i as string"
    expect(valueOf(codeFigures([ts(text)]), /as never/)).toBe(2)
  })

  it('count long files, full folders and files that lie loose', () => {
    const many = Array.from({ length: 41 }, (_, index) => `src/ui/${index}.ts`)
    expect(valueOf(fileFigures(many, []), /Folders/)).toBe(1)
    expect(valueOf(fileFigures(many.slice(1), []), /Folders/)).toBe(0)
    expect(
      valueOf(
        fileFigures(
          many.map((file) => file.replace('src/ui', 'server/db/migrations')),
          [],
        ),
        /Folders/,
      ),
    ).toBe(0)
    expect(valueOf(fileFigures([], [ts(lines(401)), ts(lines(400))]), /over 400/)).toBe(1)
    const loose = ['server/a.ts', 'server/a.test.ts', 'server/core/b.ts'].map((file) => ts('', file))
    expect(valueOf(fileFigures([], loose), /loose/)).toBe(1)
  })

  it('count a body of rules that stands in two files, whatever its order', () => {
    const a = ts('.a { color: red; gap: 1px }\n.b { color: blue }', 'a.css')
    expect(valueOf(styleFigures([a, ts('@media print { .c { gap: 1px;\n color: red } }', 'b.css')]), /CSS/)).toBe(1)
    expect(valueOf(styleFigures([a, ts('.c { color: blue }', 'b.css')]), /CSS/)).toBe(0)
    expect(valueOf(styleFigures([ts('.a { color: red; gap: 1px } .b { color: red; gap: 1px }', 'a.css')]), /CSS/)).toBe(0)
  })

  it('count files that name every language or every market', () => {
    const languages = [
      { code: 'mlxy', locale: 'ms' },
      { code: 'vl', locale: 'vi' },
      { code: 'xi', locale: 'es' },
      { code: 'jp', locale: 'ja' },
    ]
    const some = ts("const l = { ms: 1, vl: 'x' }")
    const all = ts("const l = { ms: 1, vl: 'x', y: 'es' }", 'b.ts')
    expect(languageFigure(languages, [some, all, ts('{"ms": 1, "vi": 2, "es": 3}', 'c.json')]).found.slice(0, 2)).toEqual([
      'b.ts',
      'c.json',
    ])
    expect(languageFigure(languages, [some]).value).toBe(2)
    const markets = ['A', 'B', 'C'].map((base) => ({ symbol: `${base}USDT`, base, category: 'crypto' }))
    expect(marketFigure(markets, [ts("list('B C')"), ts("only('B')", 'b.ts')]).found).toContain('src/a.ts')
    expect(marketFigure(markets, [ts("only('B')", 'b.ts')]).found).not.toContain('b.ts')
  })

  it('count imports that go up, and circles', () => {
    // The lowest module may not know the staff's, which may know it.
    const [low, high] = ['server/core/clock.ts', 'server/operator/command.ts']
    expect(
      upwardImports(
        new Map([
          [low, [high]],
          [high, [low]],
        ]),
      ),
    ).toEqual([`${low} → ${high}`])
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ])
    expect(circlesIn(graph)).toEqual(['a → b → c → a'])
  })

  it('fall or stay where a bound is not met yet', () => {
    const figure = { what: 'x', value: 7, limit: 5, found: [] }
    expect([
      compareWithLimit(figure, {}),
      compareWithLimit(figure, { x: 7 }),
      compareWithLimit(figure, { x: 6 }),
      compareWithLimit({ ...figure, value: 5 }, {}),
    ]).toEqual(['over', 'not met', 'over', 'met'])
  })
})
