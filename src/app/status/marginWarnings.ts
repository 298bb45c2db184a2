import { msg } from '@lingui/core/macro'
import { onUserStreamEvent } from '#api/stream/personStream.ts'
import type { MarginWarning } from '#contract/priceStream.ts'
import { i18n } from '#i18n/i18n.ts'
import { showToast } from '#ui/toast.ts'

/** From now on a position whose margin grows thin says so, whatever screen is open (docs/rules/contracts.md). */
export function startMarginWarningToasts(): void {
  onUserStreamEvent((event) => {
    if (event.t !== 'warning') return
    const { kind, symbol, marginRatio, competition } = event.d as MarginWarning
    const ratio = marginRatio ?? '—'
    const text =
      kind === 'chargedMargin'
        ? msg`${symbol}: funding was taken from the margin, because the balance was too small`
        : msg`${symbol}: ${ratio}% of the margin is left. At 50% the position is closed.`
    // A person may be in several at once, with the same market in each.
    showToast(competition === undefined ? i18n._(text) : `${competition} · ${i18n._(text)}`, {
      tone: kind === 'margin80' ? 'plain' : 'bad',
    })
  })
}
