// The map beside the fields of a latitude and a longitude: outlines of countries that come with the desk, so that it needs no
// other server. A click or the arrow keys set the point, and the point is dragged. It is a chunk of its own, loaded where such
// an item is edited.
import { geoContains, geoEquirectangular, geoGraticule10, geoPath, type GeoPermissibleObjects } from 'd3-geo';
import { useId, useRef, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { Button } from 'react-aria-components';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import world from 'world-atlas/countries-110m.json';
import { texts } from '../../texts/index.ts';

const words = texts.page.map;

/** A place on the earth, in degrees. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

interface MapParts {
  readonly label: string;
  /** Where the marker stands; null while no place is known. */
  readonly point: Point | null;
  readonly choose: (latitude: string, longitude: string) => void;
}

type Countries = GeometryCollection<{ readonly name: string }>;
const topology = world as unknown as Topology<{ countries: Countries }>;
const countries = feature(topology, topology.objects.countries).features;

// A degree is a unit of the picture, and the north-west corner its origin.
const degree = 180 / Math.PI;
const pathOf = geoPath(geoEquirectangular().scale(degree).translate([180, 90]).precision(0.1));
const drawn = (shape: GeoPermissibleObjects): string => pathOf(shape) ?? '';
const outlines = countries.map((country) => drawn(country)).join('');
const lines = drawn(geoGraticule10());

const largestZoom = 64;
const limit = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** The part of the world that is shown. */
interface View {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

function viewAround({ latitude, longitude }: Point, zoom: number): View {
  const [width, height] = [360 / zoom, 180 / zoom];
  return {
    ...{ width, height },
    left: limit(longitude + 180 - width / 2, 0, 360 - width),
    top: limit(90 - latitude - height / 2, 0, 180 - height),
  };
}

function isIn({ left, top, width, height }: View, { latitude, longitude }: Point): boolean {
  const [x, y] = [longitude + 180 - left, 90 - latitude - top];
  return x >= 0 && x <= width && y >= 0 && y <= height;
}

const middle: Point = { latitude: 0, longitude: 0 };

export function WorldMap({ label, point, choose }: MapParts): ReactNode {
  const id = useId();
  const picture = useRef<SVGSVGElement>(null);
  const [zoom, setZoom] = useState(1);
  const [center, setCenter] = useState(point ?? middle);
  const kept = viewAround(center, zoom);
  // What leads out of what is shown, such as a typed number, is followed.
  const view = point && !isIn(kept, point) ? viewAround(point, zoom) : kept;
  // As exact as a person can point at this size.
  const decimals = Math.ceil(Math.log10(zoom)) + 1;
  const set = (latitude: number, longitude: number): void =>
    choose(limit(latitude, -90, 90).toFixed(decimals), limit(longitude, -180, 180).toFixed(decimals));
  const pointAt = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): void => {
    const box = picture.current?.getBoundingClientRect();
    if (!box) return;
    set(
      90 - (view.top + ((clientY - box.top) / box.height) * view.height),
      view.left + ((clientX - box.left) / box.width) * view.width - 180,
    );
  };
  const zoomBy = (factor: number): void => {
    setZoom(limit(zoom * factor, 1, largestZoom));
    setCenter(point ?? center);
  };
  const press = (event: KeyboardEvent): void => {
    const { latitude, longitude } = point ?? middle;
    const step = (event.shiftKey ? 10 : 1) / zoom;
    const moves: Readonly<Record<string, () => void>> = {
      ArrowUp: () => set(latitude + step, longitude),
      ArrowDown: () => set(latitude - step, longitude),
      ArrowRight: () => set(latitude, longitude + step),
      ArrowLeft: () => set(latitude, longitude - step),
      '+': () => zoomBy(2),
      '-': () => zoomBy(1 / 2),
    };
    const move = moves[event.key];
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move();
  };
  return (
    <div className="stack map">
      <svg
        ref={picture}
        role="application"
        aria-roledescription={words.role}
        aria-label={words.label(label)}
        aria-describedby={`${id}-hint`}
        tabIndex={0}
        viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
        onClick={(event: MouseEvent) => pointAt(event)}
        onKeyDown={press}
      >
        <path className="lines" d={lines} />
        <path className="land" d={outlines} />
        {point ? (
          <circle
            className="point"
            cx={point.longitude + 180}
            cy={90 - point.latitude}
            r={view.width / 60}
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onPointerMove={(event) => {
              if (event.currentTarget.hasPointerCapture(event.pointerId)) pointAt(event);
            }}
          />
        ) : null}
      </svg>
      <div className="row">
        <Button className="button small" isDisabled={zoom === largestZoom} onPress={() => zoomBy(2)}>
          {words.closer}
        </Button>
        <Button className="button small" isDisabled={zoom === 1} onPress={() => zoomBy(1 / 2)}>
          {words.farther}
        </Button>
        <span role="status">{point ? words.at(whereIs(point)) : words.nowhere}</span>
      </div>
      <p id={`${id}-hint`} className="soft small">
        {words.hint}
      </p>
    </div>
  );
}

/** The place in words: its degrees, and the country it is in, where it is in one. */
function whereIs({ latitude, longitude }: Point): string {
  const country = countries.find((one) => geoContains(one, [longitude, latitude]))?.properties.name;
  const degrees = [
    `${Math.abs(latitude)}° ${latitude < 0 ? words.south : words.north}`,
    `${Math.abs(longitude)}° ${longitude < 0 ? words.west : words.east}`,
  ];
  return [...degrees, ...(country ? [country] : [])].join(', ');
}
