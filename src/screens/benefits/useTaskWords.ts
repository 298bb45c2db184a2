import { useLingui } from '@lingui/react/macro'
import type { RewardTask } from '#contract/calls/benefits.ts'
import { formatFullAmount } from '#widgets/money/fullAmount.ts'

/** What a task asks for and what it brings, in words. */
export function useBenefitTaskTexts() {
  const { t } = useLingui()
  const titles: Record<RewardTask['id'], string> = {
    readPrices: t`Read how prices are made`,
    riskQuiz: t`Pass the questions about risk`,
    secondFactor: t`Add a second factor`,
    verifySettlement: t`Check one result yourself`,
    setLimit: t`Set a limit of your own`,
    demoStop: t`Close a demo position by a stop`,
    basicKyc: t`Verify your identity`,
  }
  const hints: Record<RewardTask['id'], string> = {
    readPrices: t`Open the article once`,
    riskQuiz: t`Eight of ten right`,
    secondFactor: t`An authenticator or a passkey`,
    verifySettlement: t`Open a balance record, then “How it was computed”, and tap “Verify all”`,
    setLimit: t`Any limit on losses, stakes or deposits`,
    demoStop: t`A take-profit or stop-loss that is reached`,
    basicKyc: t`With an ID card or a passport`,
  }
  const brings = ({ kind, amount }: RewardTask['reward']): string => {
    const much = formatFullAmount(amount)
    return kind === 'voucher' ? t`Voucher ${much} USDT` : t`${much} demo USDT`
  }
  return { titles, hints, brings }
}
