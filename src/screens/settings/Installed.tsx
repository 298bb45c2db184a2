import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { Card } from '#ui/Card.tsx'
import { ListRow } from '#ui/ListRow.tsx'
import { Section } from '#ui/Section.tsx'

const isOnHomeScreen = (): boolean =>
  matchMedia('(display-mode: standalone)').matches || (navigator as { standalone?: boolean }).standalone === true

/** Which build this is, where it runs, and whether money is real. */
export function Installed() {
  const { t } = useLingui()
  const settings = useSystemSettings()
  return (
    <Section title={t`About this app`}>
      <Card flush>
        <ListRow title={t`Version`} trailing={__BUILD__} />
        <ListRow title={t`Runs`} trailing={isOnHomeScreen() ? <Trans>From the home screen</Trans> : <Trans>In the browser</Trans>} />
        {settings && <ListRow title={t`Money`} trailing={settings.realMoney ? <Trans>Real</Trans> : <Trans>Play money only</Trans>} />}
      </Card>
    </Section>
  )
}
