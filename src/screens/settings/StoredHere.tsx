import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { clearKept, keptHere } from '#device/keptHere.ts'
import { formatBytes } from '#i18n/bytes.ts'
import { Button } from '#ui/Button.tsx'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'
import { Sheet } from '#ui/Sheet.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { toast } from '#ui/toast.ts'
import styles from './Settings.module.css'

/** What this device keeps, how much room it takes, and the way to be rid of it (expectations 11). */
export function StoredHere() {
  const { t } = useLingui()
  const { data, refetch } = useQuery({ queryKey: ['kept-here'], queryFn: keptHere, staleTime: 0, gcTime: 0, networkMode: 'always' })
  const [isAsking, setAsking] = useState(false)
  const [isClearing, setClearing] = useState(false)
  const clear = async () => {
    setClearing(true)
    await clearKept()
    await refetch()
    setClearing(false)
    setAsking(false)
    toast(t`Cleared`, { tone: 'good' })
  }
  return (
    <Section title={t`Stored on this device`}>
      <Card flush>
        {data ? (
          <>
            <Kept title={t`Your account, as last seen`} entries={data.person.entries} bytes={data.person.bytes} />
            <Kept title={t`Markets, news and articles`} entries={data.everyone.entries} bytes={data.everyone.bytes} />
            {data.usedBytes !== undefined && (
              <ListRow
                title={t`In all, with the app itself`}
                subtitle={data.isLasting ? t`The browser keeps it until you clear it` : t`The browser may clear it when room is short`}
                trailing={formatBytes(data.usedBytes)}
              />
            )}
          </>
        ) : (
          <div className={styles.waiting}>
            <Skeleton lines={3} height={1.25} />
          </div>
        )}
      </Card>
      <Button kind="secondary" wide onClick={() => setAsking(true)}>
        <Trans>Clear kept data</Trans>
      </Button>
      <Sheet
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t`Clear kept data?`}
        footer={
          <>
            <Button kind="danger" size="large" wide busy={isClearing} onClick={() => void clear()}>
              <Trans>Clear</Trans>
            </Button>
            <Button kind="secondary" size="large" wide onClick={() => setAsking(false)}>
              <Trans>Keep</Trans>
            </Button>
          </>
        }
      >
        <p>
          <Trans>Without a connection you will see less until it is loaded again. You stay signed in, and your choices stay.</Trans>
        </p>
      </Sheet>
    </Section>
  )
}

function Kept({ title, entries, bytes }: { title: string; entries: number; bytes: number }) {
  const { t } = useLingui()
  const count = String(entries)
  return <ListRow title={title} subtitle={entries === 0 ? t`Nothing kept` : t`Answers kept: ${count}`} trailing={formatBytes(bytes)} />
}
