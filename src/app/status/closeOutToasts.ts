import { t } from '@lingui/core/macro'
import { onUserStreamEvent } from '#api/stream/personStream.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import { showToast } from '#ui/toast.ts'

interface ClosedPositionEvent {
  symbol: string
  status: number
  closeReason?: number
}

/** Says at once, on whatever screen, when a position was closed out because its margin was not enough: nobody should find out by chance. */
export function startCloseOutToasts(): void {
  onUserStreamEvent((event) => {
    if (event.t !== 'position') return
    const position = event.d as ClosedPositionEvent
    if (position.status !== positionStatus.closed || position.closeReason !== closeReason.marginInsufficient) return
    const { symbol } = position
    showToast(t`${symbol} was closed: the margin was not enough.`, { tone: 'bad' })
  })
}
