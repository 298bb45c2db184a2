import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { type RegisteredPasskey as PasskeyLine, passkeys } from '#contract/calls/passkeys.ts'
import { dataAsOf } from '#api/dataAsOf.ts'
import { useUser } from '#api/person.ts'
import { apiReadQuery } from '#api/query.ts'
import { arePasskeysSupported } from '#device/passkeys.ts'
import { path } from '#sitemap'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { EmptyState } from '#ui/Empty.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { Switch } from '#ui/fields/Switch.tsx'
import { DataAgeChip } from '#widgets/content/DataAgeChip.tsx'
import { LoadErrorState } from '#widgets/form/LoadErrorState.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { useIsOnline } from '#widgets/ScreenStatusChips.tsx'
import { AddPasskeySheet } from './AddPasskeySheet.tsx'
import { TogglePasskeyAtSignInSheet } from './TogglePasskeyAtSignInSheet.tsx'
import { ConfirmAuthenticatorChangeSheet } from '../security/ConfirmAuthenticatorChangeSheet.tsx'
import { PasskeyListRow } from './PasskeyListRow.tsx'
import { Stack } from '#ui/Stack.tsx'
import styles from './Passkeys.module.css'
import { RecoveryCodesSheet } from '../security/RecoveryCodesSheet.tsx'
import { RemovePasskeySheet } from './RemovePasskeySheet.tsx'
import { RenamePasskeySheet } from './RenamePasskeySheet.tsx'

export const Route = createFileRoute('/_signedIn/passkeys')({ component: Passkeys })

/** The passkeys of this account: add one, see when each was used, name it anew, remove any. */
function Passkeys() {
  const { t } = useLingui()
  const isOnline = useIsOnline()
  const { data, error, dataUpdatedAt, refetch, isFetching } = useQuery(apiReadQuery(passkeys.list, {}))
  const [isAdding, setAdding] = useState(false)
  const [renaming, setRenaming] = useState<PasskeyLine>()
  const [removing, setRemoving] = useState<PasskeyLine>()
  const isHere = arePasskeysSupported()
  const reason = !isHere ? t`This browser, or this address, has no passkeys` : isOnline ? undefined : t`Needs a connection`
  return (
    <ScreenLayout
      title={t`Passkeys`}
      back={path.security}
      chips={data && (error || !isOnline) ? <DataAgeChip at={dataAsOf(data, dataUpdatedAt)} /> : undefined}
      bottom={
        <Button size="large" wide disabled={reason !== undefined || !data} reason={reason} onClick={() => setAdding(true)}>
          <Trans>Add a passkey</Trans>
        </Button>
      }
    >
      <p className={styles.intro}>
        <Trans>
          A passkey signs you in with your finger, your face or your screen lock. It never leaves your devices, and works only here.
        </Trans>
      </p>
      {data ? (
        data.length === 0 ? (
          <EmptyState text={<Trans>No passkey yet. With one there is no password to type and none to steal.</Trans>} />
        ) : (
          <Card flush>
            <ul>
              {data.map((passkey) => (
                <li key={passkey.id} className={styles.item}>
                  <PasskeyListRow
                    passkey={passkey}
                    canChange={isOnline}
                    onRename={() => setRenaming(passkey)}
                    onRemove={() => setRemoving(passkey)}
                  />
                </li>
              ))}
            </ul>
          </Card>
        )
      ) : error ? (
        <LoadErrorState title={t`Your passkeys did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          <Skeleton lines={4} height={1.25} />
        </Card>
      )}
      {data && data.length > 0 && <AtSignIn />}
      {isAdding && <AddPasskeySheet onClose={() => setAdding(false)} />}
      {renaming && <RenamePasskeySheet passkey={renaming} onClose={() => setRenaming(undefined)} />}
      {removing && <RemovePasskeySheet passkey={removing} onClose={() => setRemoving(undefined)} />}
    </ScreenLayout>
  )
}

/** Whether a passkey is asked for after a password or a code too, and the codes for the day it is gone. */
function AtSignIn() {
  const { t } = useLingui()
  const user = useUser()
  const isOnline = useIsOnline()
  const [sheet, setSheet] = useState<'on' | 'off' | 'renew'>()
  const [codes, setCodes] = useState<readonly string[]>()
  if (!user) return null
  const isOn = user.passkeyStep === 1
  const close = () => setSheet(undefined)
  return (
    <>
      <Card flush className={styles.switch}>
        <Switch
          label={t`Ask for a passkey at every sign-in`}
          hint={t`After the password, the code, the wallet or the service`}
          checked={isOn}
          disabled={!isOnline}
          onChange={(next) => setSheet(next ? 'on' : 'off')}
        />
      </Card>
      {isOn && user.googleBind === 0 && (
        <Stack as={Card} gap={4}>
          <p>
            <Trans>Recovery codes lost or used up? New ones take their place; the old ones stop working.</Trans>
          </p>
          <Button kind="secondary" wide disabled={!isOnline} onClick={() => setSheet('renew')}>
            <Trans>New recovery codes</Trans>
          </Button>
        </Stack>
      )}
      {(sheet === 'on' || sheet === 'off') && (
        <TogglePasskeyAtSignInSheet user={user} isOn={sheet === 'on'} onCodes={setCodes} onClose={close} />
      )}
      {sheet === 'renew' && <ConfirmAuthenticatorChangeSheet what="renew" user={user} onCodes={setCodes} onClose={close} />}
      {codes && <RecoveryCodesSheet codes={codes} onDone={() => setCodes(undefined)} />}
    </>
  )
}
