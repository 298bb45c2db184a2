import { Refusal } from '#contract/refusals.ts'
import { wireTimeToInstant, instantToWireTime } from '#contract/time.ts'

/** A wire time as an instant, moved by `plusMs` to the end of what it names. Days that do not exist are refused, not rolled over. */
export function parseWireTime(field: 'beginTime' | 'endTime', text: string, plusMs: number): number {
  const at = wireTimeToInstant(text)
  if (Number.isNaN(at) || instantToWireTime(at) !== text) throw new Refusal('validation', { field, rule: 'YYYY-MM-DD HH:mm:ss' })
  return at + plusMs
}
