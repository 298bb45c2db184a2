import { expect, it } from 'vitest'
import { testTarget } from '../support/testDatabase.ts'
import { type Column, describeStatements } from './describe.ts'
import { collectStatements, type Field, type StatementCall } from './collect.ts'
import { NotStatic } from './evaluate.ts'
import { knownOnlyWhenItRuns, notDescribed } from './notPrepared.ts'

const calls = collectStatements()
const isStatic = (call: StatementCall): call is StatementCall & { texts: readonly string[] } => !(call.texts instanceof NotStatic)
const prepared = calls.filter((call) => isStatic(call) && notDescribed[call.file] === undefined)
const texts = [...new Set(prepared.flatMap((call) => (isStatic(call) ? call.texts : [])))]

async function describeAll() {
  const { place, remove } = await testTarget()
  try {
    const described = await describeStatements(place, texts)
    return new Map(texts.map((text, at) => [text, described[at]]))
  } finally {
    await remove()
  }
}

const described = await describeAll()

/** A row may have columns that nobody reads only where the statement asks for all of them. */
const asksForAll = (text: string): boolean => /[\s.]\*/.test(text)

function differences(text: string, fields: readonly Field[], columns: readonly Column[]): string[] {
  const unlike = fields.flatMap(({ name, kind }) => {
    const column = columns.find((column) => column.name === name)
    if (!column) return [`no column ${name}`]
    return kind && column.kind && kind !== column.kind ? [`${name} comes as ${column.kind}, not as ${kind}`] : []
  })
  const unread = asksForAll(text) ? [] : columns.filter(({ name }) => !fields.some((field) => field.name === name))
  return [...unlike, ...unread.map(({ name }) => `no field ${name}`)]
}

const at = ({ file, line }: StatementCall): string => `${file}:${line}`

it('the database takes every statement of the server', () => {
  expect(texts.length).toBeGreaterThan(1_000)
  const refused = prepared.flatMap((call) =>
    (isStatic(call) ? call.texts : []).flatMap((text) => {
      const result = described.get(text)
      return result && 'refusal' in result ? [`${at(call)} ${result.refusal}: ${text}`] : []
    }),
  )
  expect(refused).toEqual([])
})

it('the columns of every statement are the fields of its row, of the same kind', () => {
  const compared = prepared.filter(({ fields }) => fields)
  expect(compared.length).toBeGreaterThan(550)
  const unlike = compared.flatMap((call) =>
    (isStatic(call) ? call.texts : []).flatMap((text) => {
      const result = described.get(text)
      const found = result && 'columns' in result ? differences(text, call.fields ?? [], result.columns) : []
      return found.map((difference) => `${at(call)} ${difference}`)
    }),
  )
  expect([...new Set(unlike)]).toEqual([])
})

it('what is put together only when it runs is what is listed, with its reason', () => {
  const counted: Record<string, number> = {}
  for (const call of calls) if (!isStatic(call)) counted[call.file] = (counted[call.file] ?? 0) + 1
  expect(counted).toEqual(Object.fromEntries(Object.entries(knownOnlyWhenItRuns).map(([file, { count }]) => [file, count])))
  expect(Object.values(counted).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(30)
})
