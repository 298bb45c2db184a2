import { useLingui } from '@lingui/react/macro'
import { useLivePrice } from '#api/stream/prices.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'

/** Why nothing can be ordered on this market right now; undefined when something can. */
export function usePriceUnavailableText(symbol: string): string | undefined {
  const { t } = useLingui()
  const live = useLivePrice(symbol)
  const isOffline = useStreamConnectionState() === 'offline'
  if (isOffline) return t`Needs a connection`
  return live?.stale === false ? undefined : t`Waiting for a fresh price`
}
