import { type ChainName, evmChainIds } from '#db/seed/networks.ts'
import { createBitcoinNodeClient, isBitcoinFamilyChain } from './bitcoinNode.ts'
import { isEvmTestnetChainId, evmTestnetListText } from './chainIds.ts'
import type { Config } from '../core/startup/config.ts'
import { WrongChainError } from './nodeRpc.ts'
import { StartupError } from '../core/startup/startupError.ts'
import { hexToBigInt, callEvmRpc } from './evmRpc.ts'
import { createXrplNodeClient } from './xrplNode.ts'

/**
 * Refuses to start a sandbox on a node where coins are real, because its people pay with play money (docs/rules/environments.md), and any other server on
 * a node of another chain than it is named for. A node that does not answer yet is asked again before anything is read from it or signed
 * for it.
 */
export async function refuseNodesOnWrongChain({ env, deposits }: Pick<Config, 'env' | 'deposits'>): Promise<void> {
  await Promise.all(
    (Object.entries(deposits?.rpcUrls ?? {}) as [ChainName, string][]).map(async ([chain, url]) => {
      if (chain === 'xrpl') return refuseIf(createXrplNodeClient(url, env).refuseWrong(), 'XRPL_RPC_URL')
      if (isBitcoinFamilyChain(chain)) return refuseIf(createBitcoinNodeClient(chain, url, env).refuseWrong(), 'BITCOIN_RPC_URLS')
      const chainId = await callEvmRpc<string>(url, 'eth_chainId', []).then(
        (hex) => Number(hexToBigInt(hex)),
        () => undefined,
      )
      if (chainId === undefined) return
      if (env === 'production') {
        const right = evmChainIds[chain]
        if (chainId === right) return
        throw new StartupError(`EVM_RPC_URLS: the node of "${chain}" is on chain ${chainId}, not on ${right}.`)
      }
      if (isEvmTestnetChainId(chainId)) return
      throw new StartupError(
        `EVM_RPC_URLS: the node of "${chain}" is on chain ${chainId}, where coins are real, and this is a sandbox, where money is play money. ` +
          `Name a node of a test chain (${evmTestnetListText}), or set FAIRLEAD_ENV to production.`,
      )
    }),
  )
}

/** Only what waiting cannot mend stops the start. */
const refuseIf = (check: Promise<void>, setting: string): Promise<void> =>
  check.catch((error: unknown) => {
    if (error instanceof WrongChainError) throw new StartupError(`${setting}: ${error.message}.`)
  })
