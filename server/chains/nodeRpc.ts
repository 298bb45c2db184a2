import { parseJsonNumbersAsText } from '../core/exactJson.ts'

/** Longer than a node takes for its largest block; then it counts as silent. */
const timeoutMs = 15_000
/** More than the largest block with everything that is written about it. */
const mostBytes = 128 * 1024 * 1024

/** A node is on another chain than it is named for, or than a server of this kind may read. Waiting does not mend that. */
export class WrongChainError extends Error {
  override readonly name = 'WrongChainError'
}

/** The password of an address goes into a header, as nodes want it, and into no message. */
function splitUrl(text: string): { url: string; authorization: string | undefined } {
  const url = new URL(text)
  const { username, password } = url
  url.username = ''
  url.password = ''
  if (username === '' && password === '') return { url: url.href, authorization: undefined }
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { url: url.href, authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

async function textOf(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.byteLength
    if (bytes > mostBytes) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * Posts a question to a node and gives its answer's status and JSON, with each number as the text that stood there; `body` is undefined
 * where the answer is no JSON. Throws when the node is silent or slow.
 */
export async function postToChainNode(address: string, question: object, what: string): Promise<{ status: number; body: unknown }> {
  const { url, authorization } = splitUrl(address)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(authorization !== undefined && { authorization }) },
      body: JSON.stringify(question),
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'error',
    })
    const text = await textOf(response)
    return { status: response.status, body: readOr(text) }
  } catch (error) {
    throw new Error(`${what}: no answer (${error instanceof Error ? error.name : 'failed'})`)
  }
}

function readOr(text: string): unknown {
  try {
    return parseJsonNumbersAsText(text)
  } catch {
    return undefined
  }
}

/** What a node answered, as an object; throws where it is none. */
export function requireNodeObject(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error(`${what}: the node answered something else`)
  return value as Record<string, unknown>
}

/** A whole number that a node wrote; throws for anything else. */
export function parseNodeInteger(value: unknown, what: string): number {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : undefined
  if (number === undefined) throw new Error(`${what}: the node answered something else`)
  return number
}

/** A text that a node wrote; throws for anything else. */
export function requireNodeString(value: unknown, what: string): string {
  if (typeof value !== 'string') throw new Error(`${what}: the node answered something else`)
  return value
}
