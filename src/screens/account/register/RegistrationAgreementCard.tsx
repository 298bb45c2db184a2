import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { content } from '#contract/calls/content.ts'
import { useSystemSettings } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { useLanguage } from '#i18n/i18n.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './RegistrationAgreementCard.module.css'

/** What is being agreed to: five lines, and every agreement one tap away in a tab of its own, so that the form stays. */
export function RegistrationAgreementCard() {
  const { t } = useLingui()
  const { code } = useLanguage()
  const isSandbox = useSystemSettings()?.env === 'sandbox'
  const { data, isPending } = useQuery({
    ...apiReadQuery(content.articles, { kind: 'agreement', pageSize: 20, lang: code }),
    staleTime: 3_600_000,
  })
  return (
    <Stack as={Card} gap={2}>
      <h2 className={styles.title}>
        <Trans>What you agree to, in five lines</Trans>
      </h2>
      <ol className={styles.lines}>
        <li>
          {isSandbox ? (
            <Trans>This is a sandbox: all money here is play money and cannot be paid out.</Trans>
          ) : (
            <Trans>Prices rise and fall: put in only what you can afford to lose.</Trans>
          )}
        </li>
        <li>
          <Trans>Prices may be simulated, and say so wherever they are.</Trans>
        </li>
        <li>
          <Trans>Leverage can cost your whole stake; a position closes by itself before you owe more.</Trans>
        </li>
        <li>
          <Trans>Every cost is shown before you confirm, and every result can be checked.</Trans>
        </li>
        <li>
          <Trans>We keep what the account needs, sell nothing, and you may leave at any time.</Trans>
        </li>
      </ol>
      {isPending && <Skeleton lines={3} />}
      <ul className={styles.links} aria-label={t`Agreements`}>
        {data?.records.map(({ id, title }) => (
          <li key={id}>
            <a href={`${path.article}?${new URLSearchParams({ id })}`} target="_blank" rel="noopener">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </Stack>
  )
}
