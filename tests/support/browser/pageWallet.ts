import type { BrowserContext } from 'playwright-core'
import type { PrivateKeyAccount } from 'viem/accounts'

export interface PageWallet {
  /** Every text that it was asked to sign. */
  seen: string[]
  /** The next time its person says no. */
  turnDown(): void
}

/** A wallet in every page of a context: it announces itself as EIP-6963 asks, and signs in the test's process. */
export async function installWallet(context: BrowserContext, account: PrivateKeyAccount, name: string): Promise<PageWallet> {
  const seen: string[] = []
  let isTurnedDown = false
  await context.exposeFunction('walletAsked', async (method: string, params: readonly string[]) => {
    if (method === 'eth_requestAccounts') return [account.address]
    if (method === 'eth_chainId') return '0x1'
    if (method !== 'personal_sign') throw new Error(`the wallet does not know ${method}`)
    if (isTurnedDown) {
      isTurnedDown = false
      return undefined
    }
    const [raw = '', address] = params
    if (address !== account.address) throw new Error('not an account of this wallet')
    seen.push(Buffer.from(raw.slice(2), 'hex').toString())
    return account.signMessage({ message: { raw: raw as `0x${string}` } })
  })
  await context.addInitScript((walletName) => {
    const ask = (globalThis as unknown as { walletAsked(method: string, params: readonly unknown[]): Promise<unknown> }).walletAsked
    const provider = {
      async request({ method, params = [] }: { method: string; params?: readonly unknown[] }) {
        const answer = await ask(method, params)
        if (answer === undefined) throw Object.assign(new Error('User rejected the request.'), { code: 4001 })
        return answer
      },
    }
    const icon =
      'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"%3E%3Ccircle cx="4" cy="4" r="4" fill="teal"/%3E%3C/svg%3E'
    const info = Object.freeze({ uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: walletName, icon, rdns: 'example.wallet' })
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }))
    window.addEventListener('eip6963:requestProvider', announce)
    announce()
  }, name)
  return {
    seen,
    turnDown: () => {
      isTurnedDown = true
    },
  }
}
