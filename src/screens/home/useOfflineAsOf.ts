import { dataAsOf } from '#api/dataAsOf.ts'
import { useStreamConnectionState } from '#api/stream/socket.ts'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'

/** When a reply was true, told only while nothing fresher can be had (docs/rules/content.md): with a connection it is made fresh by itself. */
export function useOfflineDataTime({ data, dataUpdatedAt }: { data: unknown; dataUpdatedAt: number }): number | undefined {
  const isOnline = useIsOnline()
  const connection = useStreamConnectionState()
  return data !== undefined && (!isOnline || connection === 'offline') ? dataAsOf(data, dataUpdatedAt) : undefined
}
