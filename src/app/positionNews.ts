import { t } from '@lingui/core/macro'
import { onUserEvent } from '#api/personStream.ts'
import { closeReason, positionStatus } from '#contract/states.ts'
import { toast } from '#ui/toast.ts'

interface ToldPosition {
  symbol: string
  status: number
  closeReason?: number
}

/** Says at once, on whatever screen, when a position was closed without the person: nobody should find out by chance. */
export function tellOfCloseOuts(): void {
  onUserEvent((event) => {
    if (event.t !== 'position') return
    const told = event.d as ToldPosition
    if (told.status !== positionStatus.closed || told.closeReason !== closeReason.marginInsufficient) return
    const { symbol } = told
    toast(t`${symbol} was closed: the margin was not enough.`, { tone: 'bad' })
  })
}
