import { useSyncExternalStore } from 'react'

/** What a wallet in the browser answers to (EIP-1193). */
interface WalletProvider {
  request(ask: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export interface FoundWallet {
  id: string
  name: string
  /** A picture in the address itself; undefined where the wallet shows none that may be drawn here. */
  icon: string | undefined
  provider: WalletProvider
}

interface Announcement {
  info?: { uuid?: unknown; name?: unknown; icon?: unknown }
  provider?: unknown
}

let found: readonly FoundWallet[] = []
const listeners = new Set<() => void>()

const isProvider = (given: unknown): given is WalletProvider =>
  typeof given === 'object' && given !== null && 'request' in given && typeof given.request === 'function'

// Wallets say who they are when asked, each as often as it likes (EIP-6963).
function note(event: Event): void {
  const { info, provider } = ((event as CustomEvent<unknown>).detail ?? {}) as Announcement
  if (!isProvider(provider) || typeof info?.uuid !== 'string' || typeof info.name !== 'string') return
  if (found.some(({ id }) => id === info.uuid)) return
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : undefined
  found = [...found, { id: info.uuid, name: info.name.slice(0, 40), icon, provider }]
  listeners.forEach((tell) => tell())
}

function subscribe(tell: () => void): () => void {
  if (listeners.size === 0) addEventListener('eip6963:announceProvider', note)
  listeners.add(tell)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    listeners.delete(tell)
    if (listeners.size === 0) removeEventListener('eip6963:announceProvider', note)
  }
}

/** The wallets of this browser as they announce themselves. Without any, the one that older wallets leave in the page. */
export function useWallets(): readonly FoundWallet[] {
  const announced = useSyncExternalStore(subscribe, () => found)
  if (announced.length > 0) return announced
  const older: unknown = 'ethereum' in window ? window.ethereum : undefined
  return isProvider(older) ? [{ id: 'older', name: '', icon: undefined, provider: older }] : []
}

/** The account that the person lets this page see, and the chain that the wallet is on. */
export async function connectWallet({ provider }: FoundWallet): Promise<{ address: string; chainId: string }> {
  const [accounts, chain] = [await provider.request({ method: 'eth_requestAccounts' }), await provider.request({ method: 'eth_chainId' })]
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') throw new Error('the wallet named no account')
  return { address, chainId: String(Number(chain)) }
}

/** The wallet's signature under a text, as the wallet shows it to its person. */
export async function signWithWallet({ provider }: FoundWallet, address: string, message: string): Promise<string> {
  const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return String(await provider.request({ method: 'personal_sign', params: [`0x${hex}`, address] }))
}

/** Whether the person said no in the wallet's own window. */
export const isTurnedDown = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 4001
