import { useLingui } from '@lingui/react/macro'
import { usePrice } from '#api/prices.ts'
import { useConnection } from '#api/socket.ts'

/** Why nothing can be ordered on this market right now; undefined when something can. */
export function useStopped(symbol: string): string | undefined {
  const { t } = useLingui()
  const live = usePrice(symbol)
  const isOffline = useConnection() === 'offline'
  if (isOffline) return t`Needs a connection`
  return live?.stale === false ? undefined : t`Waiting for a fresh price`
}
