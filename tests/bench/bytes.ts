import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { builtApp } from './builtApp.ts'
import type { Row } from './table.ts'

const present = resolve(import.meta.dirname, '../../dist/version.json')

/** The built app's weights beside their limits. */
export async function bytes(): Promise<Row[]> {
  const app = existsSync(present) ? undefined : await builtApp()
  try {
    if (app) process.env['FAIRLEAD_OUT'] = app.dist
    const { measureBudgets } = await import('../support/budgets.ts')
    return measureBudgets().map(({ what, bytes: size, limit }) => ({
      name: what,
      figure: size / 1000,
      unit: 'kB',
      beside: { what: 'limit', figure: limit / 1000 },
    }))
  } finally {
    app?.remove()
  }
}
