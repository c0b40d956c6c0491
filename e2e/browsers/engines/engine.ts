/** The interface between the sweep and a browser. Each of the three engines has a driver of its own. */
export interface Engine {
  readonly version: string;
  /** Loads a page. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  run(expression: string): Promise<unknown>;
  click(at: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  /** Types into the focused element. */
  type(text: string): Promise<void>;
  /** Presses a key by its DOM name, possibly with a modifier: `Control+k`. */
  press(keys: string): Promise<void>;
  /** The minimum width of the engine's window, in px. */
  resize(width: number, height: number): Promise<void>;
  /** Errors of scripts and violations of the page's policy since the last call. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** Starts a browser that saves downloads in `folder` or below. */
export type Launch = (folder: string) => Promise<Engine>;
