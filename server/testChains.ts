/** Chains whose coins are worth nothing, by their number (EIP-155): the only ones on which play money may move. */
const testChains: ReadonlyMap<number, string> = new Map([
  [11155111, 'Sepolia'],
  [560048, 'Hoodi'],
  [17000, 'Holesky'],
  [97, 'BNB Smart Chain testnet'],
  [31337, 'Anvil or Hardhat'],
  [1337, 'a local node'],
])

export const isTestChain = (chainId: number): boolean => testChains.has(chainId)

/** For whoever has to choose one: 'Sepolia 11155111, …'. */
export const testChainWords = [...testChains].map(([chainId, name]) => `${name} ${chainId}`).join(', ')

/** Throws on a chain where coins are real; what is play money here must never touch those. */
export function refuseRealChain(chainId: number): void {
  if (!isTestChain(chainId)) throw new Error(`chain ${chainId} has real coins, and this is a sandbox`)
}
