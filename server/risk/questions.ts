import { createHash } from 'node:crypto'

/** The questions about risk and their right answers, by name; the words stand in the app, the answers never leave this file. */
const rightOf: Readonly<Record<string, string>> = {
  leverage: 'b',
  closeOut: 'c',
  gap: 'a',
  stop: 'c',
  charges: 'b',
  odds: 'a',
  option: 'b',
  winner: 'c',
  money: 'a',
  help: 'b',
}
const options = ['a', 'b', 'c']

const mixed = (seed: string, names: readonly string[]): string[] =>
  names
    .map((name) => ({ name, by: createHash('sha256').update(`${seed} ${name}`).digest('hex') }))
    .toSorted((first, second) => (first.by < second.by ? -1 : 1))
    .map(({ name }) => name)

/** The ten in an order of this person's next try, each with its answers in an order of their own. */
export const suitabilityQuestionsFor = (userId: string, tries: number): { id: string; options: string[] }[] =>
  mixed(`${userId} ${tries}`, Object.keys(rightOf)).map((id) => ({ id, options: mixed(`${userId} ${tries} ${id}`, options) }))

/** How many are right; each question counts once. */
export const countCorrectSuitabilityAnswers = (answers: readonly { id: string; option: string }[]): number =>
  [...new Map(answers.map(({ id, option }) => [id, option]))].filter(([id, option]) => rightOf[id] === option).length

/** Whether every question has an answer. */
export const areSuitabilityAnswersComplete = (answers: readonly { id: string; option: string }[]): boolean =>
  Object.keys(rightOf).every((id) => answers.some((answer) => answer.id === id))
