import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { query } from '#api/query.ts'
import { fairness, type Term } from '#contract/calls/fairness.ts'
import { formatTime } from '#i18n/date.ts'
import { termsText } from '#rules/signedNumbers.ts'
import { path } from '#sitemap'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { Facts } from '#ui/Facts.tsx'
import { Section } from '#ui/Section.tsx'
import { SelectField } from '#ui/SelectField.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { FailedRead } from '#widgets/FailedRead.tsx'
import { ScreenLayout } from '#widgets/ScreenLayout.tsx'
import { SignedFile } from './SignedFile.tsx'
import { changesOf, holdingNow, type TermChange } from './termChanges.ts'
import { areaSearch } from './areaSearch.ts'
import { subjectText, termAreas, termNames, termText } from './termWords.ts'
import styles from './fairness.module.css'

export const Route = createFileRoute('/fair-terms')({ component: FairTerms, validateSearch: areaSearch })

/** Every fee, rate and odds that holds, and each change with when it was told and when it began (product §3.9; call 168). */
function FairTerms() {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = useQuery(query(fairness.terms, {}))
  return (
    <ScreenLayout title={t`Terms and their history`} back={path.priceRecord}>
      {data ? (
        <div className={styles.screen}>
          <Section title={t`What changed`}>
            <Changes changes={changesOf(data.terms)} now={data.ms} />
          </Section>
          <Section title={t`What holds now`}>
            <Holding terms={holdingNow(data.terms, data.ms)} />
          </Section>
          <SignedFile text={termsText(data.terms, data.ms)} signed={data} name="fairlead-terms.json" />
        </div>
      ) : error ? (
        <FailedRead title={t`The terms did not load`} error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton lines={14} />
      )}
    </ScreenLayout>
  )
}

function Changes({ changes, now }: { changes: readonly TermChange[]; now: number }) {
  const { t, i18n } = useLingui()
  if (changes.length === 0)
    return (
      <Card>
        <p>
          <Trans>Nothing has changed since the beginning. A change is told at least seven days ahead and never reaches open orders.</Trans>
        </p>
      </Card>
    )
  return (
    <Card flush>
      <ol>
        {changes.map(({ term, before }) => {
          const { area, subject, name, value, fromMs, publishedMs, by, calledOffMs } = term
          const [from, told] = [formatTime(fromMs), formatTime(publishedMs)]
          const areaWords = termAreas[area]
          const nameWords = termNames[name]?.words
          return (
            <li key={`${area} ${subject} ${name} ${fromMs} ${publishedMs}`} className={styles.change}>
              <p className={styles.heading}>
                {areaWords ? i18n._(areaWords) : area} {subject && `· ${subjectText(area, subject)}`}
              </p>
              <p>
                {nameWords ? i18n._(nameWords) : name}: {termText(name, before)} → <strong>{termText(name, value)}</strong>
              </p>
              <p className={styles.note}>
                <Trans>From {from}</Trans>
                {by === 'staff' && (
                  <>
                    {' · '}
                    <Trans>told on {told}</Trans>
                  </>
                )}
              </p>
              {calledOffMs !== null ? <Chip>{t`Called off`}</Chip> : fromMs > now ? <Chip tone="info">{t`To come`}</Chip> : null}
            </li>
          )
        })}
      </ol>
    </Card>
  )
}

function Holding({ terms }: { terms: readonly Term[] }) {
  const { t, i18n } = useLingui()
  const { area: asked = 'contract' } = Route.useSearch()
  const navigate = Route.useNavigate()
  const areas = Object.keys(termAreas).filter((area) => terms.some((term) => term.area === area))
  const area = areas.includes(asked) ? asked : (areas[0] ?? '')
  const names = [...new Set(terms.filter((term) => term.area === area).map(({ name }) => name))]
  return (
    <div className={styles.values}>
      <SelectField
        label={<Trans>Kind</Trans>}
        value={area}
        onChange={(next) => void navigate({ search: { area: next }, replace: true })}
        options={areas.map((value) => ({ value, label: termAreas[value] ? i18n._(termAreas[value]) : value }))}
      />
      {names.map((name) => {
        const words = termNames[name]?.words
        return (
          <Card key={name} className={styles.values}>
            <h3 className={styles.heading}>{words ? i18n._(words) : name}</h3>
            <Facts
              rows={terms
                .filter((term) => term.area === area && term.name === name)
                .toSorted((a, b) => a.subject.localeCompare(b.subject, 'en', { numeric: true }))
                .map(({ subject, value }) => ({
                  key: subject,
                  name: subjectText(area, subject) || t`All`,
                  value: termText(name, value),
                }))}
            />
          </Card>
        )
      })}
    </div>
  )
}
