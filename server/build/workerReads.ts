import type { ApiCall } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'

const dayMs = 24 * 3_600_000
/** Seven days, but candles 30 and a text once opened for ever (docs/rules/content.md). Null is for ever. */
const maxAgeMs = (path: string): number | null =>
  path === contract.market.candles.path ? 30 * dayMs : path === contract.content.article.path ? null : 7 * dayMs

/** Path → maximum age of what the worker may keep, so that it bundles no schema. */
export const workerReadMaxAgeMsByPath = Object.fromEntries(
  Object.values(contract)
    .flatMap((room): ApiCall[] => Object.values(room))
    .flatMap((row) => (row.method === 'GET' && row.kept === 'worker' ? [[row.path, maxAgeMs(row.path)]] : [])),
)
