import { Trans, useLingui } from '@lingui/react/macro'
import { useSystemSettings } from '#api/person.ts'
import { formatDateTime } from '#i18n/date.ts'
import { publishedTermSubjectText, publishedTermLabels, formatPublishedTermValue } from './termWords.ts'
import styles from './UpcomingTermChangesNotice.module.css'

/** What terms are of: an area alone means all of it. */
interface TermSubject {
  area: string
  subject?: string
}

/** Beside what is chosen: which of its terms change soon, to what and from when (docs/rules/fair-dealing.md). Nothing while none do. */
export function UpcomingTermChangesNotice({ of }: { of: readonly TermSubject[] }) {
  const { i18n } = useLingui()
  const upcomingTerms = useSystemSettings()?.comingTerms?.filter((term) =>
    of.some(({ area, subject = term.subject }) => area === term.area && subject === term.subject),
  )
  if (!upcomingTerms || upcomingTerms.length === 0) return null
  return [...new Set(upcomingTerms.map(({ from }) => from))].map((from) => {
    const terms = upcomingTerms.filter((change) => change.from === from)
    const time = formatDateTime(from)
    return (
      <div key={from} className={styles.coming}>
        <p>
          <Trans>From {time}, for new orders:</Trans>
        </p>
        <ul>
          {terms.map(({ area, subject, name, value }) => {
            const words = publishedTermLabels[name]?.words
            const isOne = of.some((subjectOfTerm) => subjectOfTerm.area === area && subjectOfTerm.subject !== undefined)
            const label = [
              ...(isOne || subject === '' ? [] : [publishedTermSubjectText(area, subject)]),
              words ? i18n._(words) : name,
            ].join(' · ')
            return (
              <li key={`${area} ${subject} ${name}`}>
                <span>{label}</span>
                <strong>{formatPublishedTermValue(name, value)}</strong>
              </li>
            )
          })}
        </ul>
      </div>
    )
  })
}
