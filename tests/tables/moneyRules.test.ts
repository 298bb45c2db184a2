import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { longTests } from '../tiers.ts'
import { moneyRules, moneyTopics } from './moneyRules.ts'
import { root, textOf } from './sources.ts'

// A rule of money that only a long test proves can be broken by a change that passes `npm test`.

it('every rule has a page that is there, and a quick test with that title', () => {
  const faults = moneyRules.flatMap(({ rule, page, file, test }) => {
    if (!existsSync(join(root, page))) return [`${rule}: no page ${page}`]
    if (!existsSync(join(root, file))) return [`${rule}: no file ${file}`]
    if (file in longTests) return [`${rule}: ${file} is a long test`]
    // Not a title that only begins so.
    return ["'", '`', '"'].some((quote) => textOf(file).includes(`(${quote}${test}${quote}`))
      ? []
      : [`${rule}: no test "${test}" in ${file}`]
  })
  expect(faults).toEqual([])
})

it('nothing by which money moves is without a rule, and none stands here twice', () => {
  const topics = new Set(moneyRules.map(({ topic }) => topic))
  expect(moneyTopics.filter((topic) => !topics.has(topic))).toEqual([])
  expect(new Set(moneyRules.map(({ rule }) => rule)).size).toBe(moneyRules.length)
})
