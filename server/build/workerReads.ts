import type { Call } from '../../src/contract/call.ts'
import { contract } from '../../src/contract/contract.ts'

const dayMs = 24 * 3_600_000
/** Seven days, but candles 30 and a text once opened for ever (product §4.4). Null is for ever. */
const maxAgeMs = (path: string): number | null =>
  path === contract.market.candles.path ? 30 * dayMs : path === contract.content.article.path ? null : 7 * dayMs

/** Path → maximum age of what the worker may keep, so that it bundles no schema. */
export const workerReads = Object.fromEntries(
  Object.values(contract)
    .flatMap((room): Call[] => Object.values(room))
    .flatMap((row) => (row.method === 'GET' && row.kept === 'worker' ? [[row.path, maxAgeMs(row.path)]] : [])),
)
