import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { createTestClient, http, publicActions, walletActions } from 'viem'
import { foundry } from 'viem/chains'

/**
 * A token that believes everybody: any call with the data of transfer(address to, uint256 value) logs Transfer(caller, to, value).
 *
 *   PUSH1 24 CALLDATALOAD PUSH1 00 MSTORE     memory[0] = value
 *   PUSH1 04 CALLDATALOAD                     third topic: to
 *   CALLER                                    second topic: from
 *   PUSH32 keccak("Transfer(address,address,uint256)")
 *   PUSH1 20 PUSH1 00 LOG3 STOP
 */
export const credulousToken = '0x602435600052600435337fddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef60206000a300'

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })

/** A real EVM node of its own on loopback; blocks come when told. */
export async function startAnvil() {
  const port = await freePort()
  const child = spawn('node_modules/.bin/anvil', ['--host', '127.0.0.1', '--port', String(port), '--silent', '--no-mining'], {
    stdio: 'ignore',
  })
  // Passed on by its wrapper; SIGKILL would end the wrapper alone.
  const stop = (): void => void child.kill('SIGTERM')
  process.once('exit', stop)
  const url = `http://127.0.0.1:${port}`
  const client = createTestClient({ mode: 'anvil', chain: foundry, transport: http(url, { retryCount: 0 }) })
    .extend(publicActions)
    .extend(walletActions)
  for (let tries = 0; ; tries++) {
    const isUp = await client.getBlockNumber().then(
      () => true,
      () => false,
    )
    if (isUp) break
    if (tries > 200) throw new Error('anvil did not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const [sender, other] = await client.getAddresses()
  if (!sender || !other) throw new Error('anvil has no accounts')
  /** From now on it says that it is another chain. */
  const setChainId = (chainId: number) => client.request({ method: 'anvil_setChainId', params: [chainId] } as never)
  return { url, client, sender, other, stop, setChainId }
}
