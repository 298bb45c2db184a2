import { useLingui } from '@lingui/react/macro'
import type { PushTopic } from '#contract/calls/push.ts'

/** What each topic is called, and what it is about. */
export function usePushTopicLabels(): Record<PushTopic, { name: string; hint: string }> {
  const { t } = useLingui()
  return {
    transaction: { name: t`Transaction`, hint: t`Orders, positions, deposits, withdrawals, earnings` },
    alert: { name: t`Price alerts`, hint: t`Prices you want to be told of` },
    system: { name: t`System`, hint: t`Your account and its safety` },
    task: { name: t({ message: 'Task', context: 'kind of notice' }), hint: t`Verification, benefits, competitions` },
  }
}
