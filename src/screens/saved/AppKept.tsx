import { Trans, useLingui } from '@lingui/react/macro'
import type { KeptHere } from '#api/keptHere.ts'
import { useHasToken } from '#api/session.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { toast } from '#ui/toast.ts'

/** Whether the app starts without a connection, and whether the browser promised to keep what is here. */
export function AppKept({ kept, onChanged }: { kept: KeptHere; onChanged: () => void }) {
  const { t } = useLingui()
  const isSignedIn = useHasToken()
  const ask = async () => {
    const isGranted = (await navigator.storage?.persist?.().catch(() => false)) ?? false
    toast(isGranted ? t`The browser will keep it` : t`The browser did not agree. It decides by how often you use the app.`)
    onChanged()
  }
  const room = kept.roomBytes === undefined ? undefined : formatBytes(kept.roomBytes)
  return (
    <>
      <Section title={t`How long it stays`}>
        <Card flush>
          <ListRow
            title={t`The app itself`}
            subtitle={kept.isAppKept ? t`Starts without a connection` : t`Not kept: it needs a connection to start`}
          />
          <ListRow
            title={t`What is kept`}
            subtitle={kept.isLasting ? t`The browser keeps it until you clear it` : t`The browser may clear it when room is short`}
          />
          {room !== undefined && <ListRow title={t`Room the browser gives`} trailing={room} />}
        </Card>
      </Section>
      {!kept.isLasting &&
        (isSignedIn ? (
          <Button kind="secondary" wide onClick={() => void ask()}>
            <Trans>Ask the browser to keep it</Trans>
          </Button>
        ) : (
          <p>
            <Trans>Once you sign in, the app asks the browser to keep it.</Trans>
          </p>
        ))}
    </>
  )
}
