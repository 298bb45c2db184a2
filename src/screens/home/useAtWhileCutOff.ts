import { madeAt } from '#api/age.ts'
import { useConnection } from '#api/socket.ts'
import { useIsOnline } from '#widgets/StatusChips.tsx'

/** When a reply was true, told only while nothing fresher can be had (product §4.4): with a connection it is made fresh by itself. */
export function useAtWhileCutOff({ data, dataUpdatedAt }: { data: unknown; dataUpdatedAt: number }): number | undefined {
  const isOnline = useIsOnline()
  const connection = useConnection()
  return data !== undefined && (!isOnline || connection === 'offline') ? madeAt(data, dataUpdatedAt) : undefined
}
