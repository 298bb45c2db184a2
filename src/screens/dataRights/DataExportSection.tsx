import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { serverNow } from '#api/serverClock.ts'
import { dataRights, type UserDataExport } from '#contract/calls/dataRights.ts'
import { formatDateTime } from '#i18n/date.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { Section } from '#ui/Section.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { ButtonLink } from '#widgets/ButtonLink.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { DataExportRow } from './DataExportRow.tsx'
import { DataExportSheet } from './DataExportSheet.tsx'
import { Grid } from '#ui/Grid.tsx'
import { Stack } from '#ui/Stack.tsx'
import { Text } from '#ui/Text.tsx'
import styles from './DataRights.module.css'

const pollIntervalMs = 2_000
const dayMs = 86_400_000

/** When the next copy can be asked for; undefined where it is now. */
function nextAt(copies: readonly UserDataExport[], now: number): number | undefined {
  const last = copies.find(({ status }) => status !== -1)
  const at = last && last.createTime + dayMs
  return at !== undefined && at > now ? at : undefined
}

/** Asks for a copy of everything, shows how far it is, and gives it for as long as it is there. */
export function DataExportSection() {
  const { t } = useLingui()
  const user = useUser()
  const isOnline = useIsOnline()
  const [isRequestSheetOpen, setRequestSheetOpen] = useState(false)
  const [openings, setOpenings] = useState(0)
  const { data, error, refetch, isFetching } = useQuery({
    ...apiReadQuery(dataRights.exports, {}),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 0) ? pollIntervalMs : false),
  })
  const isPreparing = data?.some(({ status }) => status === 0) === true
  const next = data && nextAt(data, serverNow())
  const nextText = next === undefined ? '' : formatDateTime(next)
  const reason = !isOnline
    ? t`Needs a connection`
    : isPreparing
      ? t`One is being made`
      : next === undefined
        ? undefined
        : t`One a day: again from ${nextText}`
  return (
    <Section title={t`A copy of everything`}>
      <Stack as={Card} className={styles.part}>
        <p>
          <Trans>
            One ZIP with your profile, papers, every balance record as CSV and JSON, orders with their proofs, messages, consents, devices
            and every look of our staff. Passwords and secret keys are not in it.
          </Trans>
        </p>
        {user?.isGuest === 1 ? (
          <CreateAccountFirst />
        ) : (
          <Button
            wide
            kind="secondary"
            disabled={reason !== undefined || !data}
            reason={reason}
            onClick={() => {
              setOpenings(openings + 1)
              setRequestSheetOpen(true)
            }}
          >
            <Trans>Ask for a copy</Trans>
          </Button>
        )}
      </Stack>
      {!data && error ? (
        <LoadErrorState title={t`Your copies did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        data.length > 0 && (
          <Card flush>
            <ul>
              {data.map((copy) => (
                <Grid as="li" key={copy.id} gap={1} className={styles.copy}>
                  <DataExportRow copy={copy} />
                </Grid>
              ))}
            </ul>
          </Card>
        )
      ) : (
        <Skeleton height={3} />
      )}
      {isRequestSheetOpen && <DataExportSheet key={openings} onClose={() => setRequestSheetOpen(false)} />}
    </Section>
  )
}

/** For a guest, whose number alone opens the account. */
function CreateAccountFirst() {
  return (
    <>
      <Text tone="muted">
        <Trans>A copy needs an account with an email or a mobile number, so that nobody else can ask for it.</Trans>
      </Text>
      <ButtonLink to={path.addSignIn} kind="secondary" wide>
        <Trans>Keep this account</Trans>
      </ButtonLink>
    </>
  )
}
