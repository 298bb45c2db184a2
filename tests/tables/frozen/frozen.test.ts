import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { frozen, frozenText } from './frozen.ts'

/** Line by line, so that a failure names the line. What is new is written by `node tests/tables/frozen/write.ts`. */
const lines = (text: string): string[] => text.split('\n')

describe('names that other builds, phones, databases and programs know', () => {
  it.each(Object.entries(frozen()))('stay as %s has them', (file, value) => {
    expect(lines(frozenText(value))).toEqual(lines(readFileSync(join(import.meta.dirname, file), 'utf8')))
  })

  it('are found where they are written: no kind of them is empty', () => {
    const { 'names.json': names, 'calls.json': calls } = frozen() as Record<string, Record<string, object>>
    for (const [kind, all] of Object.entries(names!)) expect(Object.keys(all).length, kind).toBeGreaterThan(3)
    expect(Object.keys(calls!).length).toBeGreaterThan(160)
  })
})
