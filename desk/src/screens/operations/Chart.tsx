// Events per minute of the last half hour, as bars, and as a table for those who do not see them.
import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { texts } from '../../texts/index.ts';
import type { EventRow } from './follow.ts';

const minutes = 30;
const words = texts.operations.rate;

/** Counts by minute, oldest first. */
function perMinute(rows: readonly EventRow[], now: number): { readonly at: number[]; readonly counts: number[] } {
  const last = Math.floor(now / 60_000);
  const at = Array.from({ length: minutes }, (_, index) => (last - minutes + 1 + index) * 60);
  const counts = at.map(() => 0);
  for (const { timestamp } of rows) {
    const index = Math.floor(Date.parse(timestamp) / 60_000) - (last - minutes + 1);
    if (index >= 0 && index < minutes) counts[index] = (counts[index] ?? 0) + 1;
  }
  return { at, counts };
}

/** Hours and minutes as the reader writes them. */
const clock = (seconds: number): string =>
  new Date(seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

interface ChartParts {
  readonly rows: readonly EventRow[];
  /** Moves it on. */
  readonly now: number;
  /** Where the rows begin, if there were events before them. */
  readonly since: number | null;
}

/** The chart. */
export function Chart({ rows, now, since }: ChartParts): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const { at, counts } = perMinute(rows, now);
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const color = (name: string): string => getComputedStyle(element).getPropertyValue(name);
    const axis = { stroke: color('--soft'), grid: { stroke: color('--line'), width: 1 }, ticks: { show: false } };
    const bars = uPlot.paths.bars?.({ size: [0.8, 40] });
    const chart = new uPlot(
      {
        width: element.clientWidth,
        height: element.clientHeight,
        legend: { show: false },
        cursor: { show: false },
        axes: [
          { ...axis, values: (_chart, at) => at.map(clock) },
          { ...axis, size: 36, incrs: [1, 2, 5, 10, 50, 100, 500, 1000, 10_000] },
        ],
        scales: {
          x: { range: (_chart, low, high) => [low - 40, high + 40] },
          y: { range: (_chart, _low, high) => [0, Math.max(4, high)] },
        },
        series: [{}, { fill: color('--accent'), width: 0, points: { show: false }, ...(bars ? { paths: bars } : {}) }],
      },
      [at, counts],
      element,
    );
    const resized = new ResizeObserver(() =>
      chart.setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    resized.observe(element);
    return () => {
      resized.disconnect();
      chart.destroy();
    };
    // Drawn anew when a number has changed.
  }, [counts.join(), at[0]]);
  return (
    <figure>
      <div ref={place} className="drawing" aria-hidden="true" />
      {since !== null && since > (at[0] ?? 0) * 1000 ? (
        <figcaption className="soft">{words.since(clock(since / 1000))}</figcaption>
      ) : null}
      <div className="away">
        <table>
          <caption>{words.title}</caption>
          <tbody>
            {at.map((minute, index) => (
              <tr key={minute}>
                <th scope="row">{clock(minute)}</th>
                <td>{counts[index]}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
