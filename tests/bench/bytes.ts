import { builtApp, isBuilt } from './support/builtApp.ts'
import type { Row } from './support/table.ts'

/** The built app's weights beside their limits. */
export async function bytes(): Promise<Row[]> {
  if (!isBuilt()) process.env['FAIRLEAD_OUT'] = (await builtApp()).dist
  const { measureBudgets } = await import('../support/budgets.ts')
  return measureBudgets().map(({ what, bytes: size, limit }) => ({
    name: what,
    figure: size / 1000,
    unit: 'kB',
    beside: { what: 'limit', figure: limit / 1000 },
  }))
}
