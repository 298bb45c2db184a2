import { type ChainName, evmChainIds } from '#db/seed/networks.ts'
import type { Config } from '../core/startup/config.ts'

/** Chains whose coins are worth nothing, by their number (EIP-155): the only ones on which play money may move. */
const testChains: ReadonlyMap<number, string> = new Map([
  [11155111, 'Sepolia'],
  [560048, 'Hoodi'],
  [17000, 'Holesky'],
  [97, 'BNB Smart Chain testnet'],
  [31337, 'Anvil or Hardhat'],
  [1337, 'a local node'],
])

export const isEvmTestnetChainId = (chainId: number): boolean => testChains.has(chainId)

/** For whoever has to choose one: 'Sepolia 11155111, …'. */
export const evmTestnetListText = [...testChains].map(([chainId, name]) => `${name} ${chainId}`).join(', ')

/** Throws where a node is on another chain than it should: a sandbox's is on a test chain, for play money never touches real coins. */
export function refuseWrongEvmChainId(env: Config['env'], chain: ChainName, chainId: number): void {
  if (env === 'sandbox' && !isEvmTestnetChainId(chainId)) throw new Error(`chain ${chainId} has real coins, and this is a sandbox`)
  if (env === 'production' && chainId !== evmChainIds[chain])
    throw new Error(`chain ${chainId} is not ${chain}, which is ${evmChainIds[chain]}`)
}
