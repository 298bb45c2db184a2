const timeoutMs = 10_000

/** A node, or a signer, said no. */
export class EvmRpcError extends Error {
  override readonly name = 'EvmRpcError'
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

let last = 0

/** One JSON-RPC call over HTTP. The address may hold a password: no message repeats it. */
export async function callEvmRpc<Result>(url: string, method: string, params: readonly unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++last, method, params }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new Error(`${method}: no answer (${error instanceof Error ? error.name : 'failed'})`)
  })
  const reply = (await response.json().catch(() => undefined)) as { result?: Result; error?: { code: number; message: string } } | undefined
  if (reply?.error) throw new EvmRpcError(reply.error.code, `${method}: ${reply.error.message}`)
  if (!response.ok || reply === undefined || !('result' in reply)) throw new Error(`${method}: status ${response.status}`)
  return reply.result
}

/** A node of one chain, asked by method. */
export type EvmRpcCaller = <Result>(method: string, ...params: unknown[]) => Promise<Result>

export const hexToBigInt = (hex: string): bigint => BigInt(hex)
export const toHexQuantity = (value: bigint | number): string => `0x${BigInt(value).toString(16)}`
