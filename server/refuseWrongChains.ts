import { type ChainName, chainIds } from '#db/seed/networks.ts'
import { isTestChain, testChainWords } from './chainIds.ts'
import type { Config } from './config.ts'
import { StartRefused } from './startRefused.ts'
import { fromHex, rpc } from './withdrawals/evmRpc.ts'

/**
 * Refuses to start a sandbox on a node where coins are real, because its people pay with play money (product §0.1), and any other server on
 * a node of another chain than it is named for. A node that does not answer yet is asked again before anything is read from it or signed
 * for it.
 */
export async function refuseWrongChains({ env, deposits }: Pick<Config, 'env' | 'deposits'>): Promise<void> {
  await Promise.all(
    Object.entries(deposits?.rpcUrls ?? {}).map(async ([chain, url]) => {
      const chainId = await rpc<string>(url, 'eth_chainId', []).then(
        (hex) => Number(fromHex(hex)),
        () => undefined,
      )
      if (chainId === undefined) return
      if (env === 'production') {
        const right = chainIds[chain as ChainName]
        if (chainId === right) return
        throw new StartRefused(`EVM_RPC_URLS: the node of "${chain}" is on chain ${chainId}, not on ${right}.`)
      }
      if (isTestChain(chainId)) return
      throw new StartRefused(
        `EVM_RPC_URLS: the node of "${chain}" is on chain ${chainId}, where coins are real, and this is a sandbox, where money is play money. ` +
          `Name a node of a test chain (${testChainWords}), or set FAIRLEAD_ENV to production.`,
      )
    }),
  )
}
