import { useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { sandboxReviewSeconds } from '#contract/constants.ts'

/** Who decides in a sandbox and how fast, in words; undefined where people do. */
export function useSandboxReviewerText(): { sentence: string; short: string } | undefined {
  const { t } = useLingui()
  if (useSystemSettings()?.env !== 'sandbox') return undefined
  const seconds = sandboxReviewSeconds
  return { sentence: t`The Sandbox reviewer decides in about ${seconds} seconds.`, short: t`Sandbox reviewer, about ${seconds} s` }
}
