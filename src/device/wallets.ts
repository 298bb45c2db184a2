import { useSyncExternalStore } from 'react'

/** What a wallet in the browser answers to (EIP-1193). */
interface WalletProvider {
  request(request: { method: string; params?: readonly unknown[] }): Promise<unknown>
}

export interface BrowserWallet {
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

let wallets: readonly BrowserWallet[] = []
const listeners = new Set<() => void>()

const isProvider = (value: unknown): value is WalletProvider =>
  typeof value === 'object' && value !== null && 'request' in value && typeof value.request === 'function'

// Wallets say who they are when asked, each as often as it likes (EIP-6963).
function addAnnouncedWallet(event: Event): void {
  const { info, provider } = ((event as CustomEvent<unknown>).detail ?? {}) as Announcement
  if (!isProvider(provider) || typeof info?.uuid !== 'string' || typeof info.name !== 'string') return
  if (wallets.some(({ id }) => id === info.uuid)) return
  const icon = typeof info.icon === 'string' && info.icon.startsWith('data:image/') ? info.icon : undefined
  wallets = [...wallets, { id: info.uuid, name: info.name.slice(0, 40), icon, provider }]
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) addEventListener('eip6963:announceProvider', addAnnouncedWallet)
  listeners.add(listener)
  dispatchEvent(new Event('eip6963:requestProvider'))
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) removeEventListener('eip6963:announceProvider', addAnnouncedWallet)
  }
}

/** The wallets of this browser as they announce themselves. Without any, the one that older wallets leave in the page. */
export function useBrowserWallets(): readonly BrowserWallet[] {
  const announcedWallets = useSyncExternalStore(subscribe, () => wallets)
  if (announcedWallets.length > 0) return announcedWallets
  const injectedProvider: unknown = 'ethereum' in window ? window.ethereum : undefined
  return isProvider(injectedProvider) ? [{ id: 'older', name: '', icon: undefined, provider: injectedProvider }] : []
}

/** The account that the person lets this page see, and the chain that the wallet is on. */
export async function connectWallet({ provider }: BrowserWallet): Promise<{ address: string; chainId: string }> {
  const [accounts, chain] = [await provider.request({ method: 'eth_requestAccounts' }), await provider.request({ method: 'eth_chainId' })]
  const address: unknown = Array.isArray(accounts) ? accounts[0] : undefined
  if (typeof address !== 'string') throw new Error('the wallet named no account')
  return { address, chainId: String(Number(chain)) }
}

/** The wallet's signature under a text, as the wallet shows it to its person. */
export async function signWithWallet({ provider }: BrowserWallet, address: string, message: string): Promise<string> {
  const hex = Array.from(new TextEncoder().encode(message), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return String(await provider.request({ method: 'personal_sign', params: [`0x${hex}`, address] }))
}

/** Whether the person said no in the wallet's own window. */
export const isWalletRequestRejected = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 4001
