/** What the sweep asks of a browser. Each of the three engines has a driver of its own. */
export interface Engine {
  readonly version: string;
  /** Loads a page. */
  open(url: string): Promise<void>;
  /** The value of an expression in the page. */
  run(expression: string): Promise<unknown>;
  click(at: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** Presses a key by its DOM name, or with others held: `Control+k`. */
  press(keys: string): Promise<void>;
  /** As narrow as the engine's window can get. */
  resize(width: number, height: number): Promise<void>;
  /** Errors of scripts and violations of the page's policy since the last call. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

export interface Point {
  x: number;
  y: number;
}

/** Starts a browser that saves downloads somewhere below `folder`. */
export type Launch = (folder: string) => Promise<Engine>;
