import { circlesIn, importGraph, upwardImports } from '../tables/arrows.ts'
import { type Figure, isTest } from './figure.ts'

/** Whether imports only go down (docs/architecture.md). */
export function moduleFigures(files: readonly string[]): Figure[] {
  const upward = upwardImports(importGraph(files.filter((file) => file.startsWith('server/') && !isTest(file))))
  const circles = circlesIn(importGraph(files))
  return [
    { what: 'Imports upward in server/', value: upward.length, limit: 0, found: upward },
    { what: 'Circles of imports', value: circles.length, limit: 0, found: circles },
  ]
}
