import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { query } from '#api/query.ts'
import { dataRights, type Export } from '#contract/calls/dataRights.ts'
import { formatTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { useIsOnline } from '#widgets/StatusChips.tsx'
import { CopyRow } from './CopyRow.tsx'
import { CopySheet } from './CopySheet.tsx'
import styles from './DataRights.module.css'

const lookEveryMs = 2_000
const dayMs = 86_400_000

/** When the next copy can be asked for; undefined where it is now. */
function nextAt(copies: readonly Export[], now: number): number | undefined {
  const last = copies.find(({ status }) => status !== -1)
  const at = last && last.createTime + dayMs
  return at !== undefined && at > now ? at : undefined
}

/** Asks for a copy of everything, shows how far it is, and gives it for as long as it is there. */
export function CopyOfData() {
  const { t } = useLingui()
  const user = useUser()
  const isOnline = useIsOnline()
  const [isAsking, setAsking] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    ...query(dataRights.exports, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 0) ? lookEveryMs : false),
  })
  const isUnderWay = data?.some(({ status }) => status === 0) === true
  const next = data && nextAt(data, Date.now())
  const nextText = next === undefined ? '' : formatTime(next)
  const reason = !isOnline
    ? t`Needs a connection`
    : isUnderWay
      ? t`One is being made`
      : next === undefined
        ? undefined
        : t`One a day: again from ${nextText}`
  return (
    <Section title={t`A copy of everything`}>
      <Card className={styles.part}>
        <p>
          <Trans>
            One ZIP with your profile, papers, every balance record as CSV and JSON, orders with their proofs, messages, consents, devices
            and every look of our staff. Passwords and secret keys are not in it.
          </Trans>
        </p>
        {user?.isGuest === 1 ? (
          <>
            <p className={styles.quiet}>
              <Trans>A copy needs an account with an email or a mobile number, so that nobody else can ask for it.</Trans>
            </p>
            <ButtonLink to={path.addSignIn} kind="secondary" wide>
              <Trans>Keep this account</Trans>
            </ButtonLink>
          </>
        ) : (
          <Button
            wide
            kind="secondary"
            disabled={reason !== undefined || !data}
            reason={reason}
            onClick={() => {
              setOpenings(openings + 1)
              setAsking(true)
            }}
          >
            <Trans>Ask for a copy</Trans>
          </Button>
        )}
      </Card>
      {!data && error ? (
        <FailedRead title={t`Your copies did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        data.length > 0 && (
          <Card flush>
            <ul>
              {data.map((copy) => (
                <li key={copy.id} className={styles.copy}>
                  <CopyRow copy={copy} />
                </li>
              ))}
            </ul>
          </Card>
        )
      ) : (
        <Skeleton height={3} />
      )}
      {isAsking && <CopySheet key={openings} onClose={() => setAsking(false)} />}
    </Section>
  )
}
