import type { StreamRequest } from '#contract/priceStream.ts'

const longestChannel = 40
const longestToken = 200

/** What a reader asks, or undefined when it is not one of the four asks. */
export function parsePriceStreamRequest(text: string, mostChannels: number): StreamRequest | undefined {
  const said = parse(text)
  if (typeof said !== 'object' || said === null) return undefined
  const { op, ch, token } = said as Record<string, unknown>
  if (op === 'ping') return { op }
  if (op === 'auth') return typeof token === 'string' && token.length > 0 && token.length <= longestToken ? { op, token } : undefined
  if (op !== 'sub' && op !== 'unsub') return undefined
  if (!Array.isArray(ch) || ch.length > mostChannels) return undefined
  return ch.every((channel): channel is string => typeof channel === 'string' && channel.length <= longestChannel) ? { op, ch } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
