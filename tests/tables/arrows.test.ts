import { describe, expect, it } from 'vitest'
import { circlesIn, importGraph, isKnown, upwardImports } from './arrows.ts'
import { sourcesUnder, textOf } from './sources.ts'

const sources = ['src', 'sw', 'server'].flatMap(sourcesUnder)
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file)

describe('arrows', () => {
  it('knows every room', () => {
    expect(sources.filter((file) => !isKnown(file))).toEqual([])
  })

  it('imports only go down', () => {
    expect(upwardImports(importGraph(sources.filter((file) => !isTest(file))))).toEqual([])
  })

  it('no circles', () => {
    expect(circlesIn(importGraph(sources))).toEqual([])
  })

  it('pinyin stays in the sitemap and in the line that names a route', () => {
    const pinyin =
      /hangqing|heyue|xinwen|zichan|zhangbian|chongzhi|tixian|zhaiquan|kuangchi|shandui|taoli|jiedai|bisai|fuli|gerenziliao|renzheng|tuandui|jiesuan/i
    const found = sources
      .filter((file) => file.startsWith('src/') && file !== 'src/sitemap.ts' && !isTest(file))
      .flatMap((file) =>
        textOf(file)
          .split('\n')
          .filter((line) => pinyin.test(line) && !/create(Lazy)?FileRoute\(|getRouteApi\(/.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      )
    expect(found).toEqual([])
  })
})
